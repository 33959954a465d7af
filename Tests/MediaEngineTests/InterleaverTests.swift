import MediaEngine
import Testing

@Suite("Interleaver") struct InterleaverTests {
  private static let second: Int64 = 1_000_000_000

  private func gate(
    _ count: Int, limit: Int = 1000, realTime: Set<Int> = [], sparse: Set<Int> = [], text: Set<Int> = [],
    first: Set<Int> = [], cap: Int = 1 << 20
  ) -> Interleaver<Int> {
    var gate = Interleaver<Int>(heldBytesCap: cap)
    for track in 0..<count {
      _ = gate.addTrack(
        .init(
          role: first.contains(track)
            ? .first : sparse.contains(track) ? .follows : text.contains(track) ? .accompanies : .paces,
          isRealTime: realTime.contains(track), sampleLimit: limit))
    }
    return gate
  }

  private func payload(_ gate: inout Interleaver<Int>) -> Int? { gate.nextPacket()?.payload }

  private func segmentEnd(_ gate: inout Interleaver<Int>) -> Bool { gate.takeSegmentEnd() }

  // MARK: May a track append?

  @Test func `WI-44: a fed track holds one that is more than the write-ahead past it`() {
    var gate = gate(2)
    gate.setBeingFed(0, true)
    gate.setBeingFed(1, true)
    gate.didAppend(0, endTime: Interleaver<Int>.writeAhead)
    #expect(gate.mayAppend(0))
    gate.didAppend(0, endTime: Interleaver<Int>.writeAhead + 1)
    #expect(!gate.mayAppend(0))
    #expect(gate.mayAppend(1))
    gate.didAppend(1, endTime: 1)
    #expect(gate.mayAppend(0))
  }

  @Test func `WI-41: a client that was told yes may append, whoever begins to be fed meanwhile`() {
    var gate = gate(2)
    gate.didAppend(0, endTime: 10 * Self.second)
    let wasPromised = gate.promiseAppend(0)
    #expect(wasPromised)
    gate.setBeingFed(1, true)
    #expect(gate.mayAppend(0))
    gate.didAppend(0, endTime: 11 * Self.second)
    #expect(!gate.mayAppend(0))
    let isPromisedAgain = gate.promiseAppend(0)
    #expect(!isPromisedAgain)
    #expect(!gate.mayAppend(0))
  }

  @Test func `WI-51: a finished track holds nobody, and may not append`() {
    var gate = gate(2)
    gate.setBeingFed(1, true)
    gate.didAppend(0, endTime: 10 * Self.second)
    #expect(!gate.mayAppend(0))
    gate.finish(1)
    #expect(gate.mayAppend(0))
    #expect(!gate.mayAppend(1))
    gate.finish(1)
    #expect(gate.isFinished(1))
  }

  @Test func `a track that nobody feeds never holds another: pollers and sequential clients run free`() {
    var gate = gate(2)
    gate.didAppend(0, endTime: 100 * Self.second)
    #expect(gate.mayAppend(0))
    gate.setBeingFed(1, true)
    #expect(!gate.mayAppend(0))
    gate.setBeingFed(1, false)
    #expect(gate.mayAppend(0))
  }

  @Test(arguments: [false, true])
  func `text, metadata and timecode never hold audio and video`(isText: Bool) {
    var gate = isText ? gate(2, text: [1]) : gate(2, sparse: [1])
    gate.setBeingFed(1, true)
    gate.didAppend(0, endTime: 100 * Self.second)
    #expect(gate.mayAppend(0))
    gate.didEncode(0, decodeTime: 0, byteCount: 1, payload: 7)
    #expect(payload(&gate) == 7)
  }

  @Test func `WI-44: text that a request block feeds has its place in the file, whenever it comes`() {
    var gate = gate(2, text: [1])
    gate.setExpected(1, true)
    gate.didEncode(0, decodeTime: 3, byteCount: 1, payload: 3)
    #expect(payload(&gate) == nil)
    let wakesCodec = gate.didAppend(1, endTime: 9)
    #expect(wakesCodec, "the codec of what is rare is woken by each sample")
    gate.setExpected(1, false)
    #expect(payload(&gate) == nil, "a sample waits for the codec")
    gate.didGiveToCodec(1)
    let wakesFile = gate.didEncode(1, decodeTime: 2, byteCount: 1, payload: 2)
    #expect(wakesFile)
    #expect(payload(&gate) == 2)
    #expect(payload(&gate) == 3)
    gate.didEncode(0, decodeTime: 4, byteCount: 1, payload: 4)
    gate.finish(1)
    #expect(payload(&gate) == nil, "the codec may have some left")
    gate.didDrain(1)
    #expect(payload(&gate) == 4)
  }

  @Test func `text whose block gives nothing, or that comes in real time, is not waited for`() {
    var gate = gate(3, realTime: [2], text: [1, 2])
    gate.setExpected(1, true)
    gate.setExpected(2, true)
    gate.didEncode(0, decodeTime: 3, byteCount: 1, payload: 3)
    #expect(payload(&gate) == nil)
    gate.setExpected(1, false)
    #expect(payload(&gate) == 3)
  }

  @Test func `past the byte cap text is not waited for`() {
    var gate = gate(2, text: [1], cap: 100)
    gate.setExpected(1, true)
    gate.didEncode(0, decodeTime: 3, byteCount: 100, payload: 3)
    #expect(payload(&gate) == nil)
    gate.didEncode(0, decodeTime: 4, byteCount: 1, payload: 4)
    #expect(payload(&gate) == 3)
  }

  @Test func `WI-45: a real-time track waits for its own codec only`() {
    var gate = gate(2, limit: 2, realTime: [0])
    gate.setBeingFed(1, true)
    gate.didAppend(0, endTime: 100 * Self.second)
    #expect(gate.mayAppend(0))
    gate.didAppend(0, endTime: 101 * Self.second)
    #expect(!gate.mayAppend(0))
    gate.didGiveToCodec(0)
    #expect(gate.mayAppend(0))
  }

  @Test func `WI-43: a full queue makes a track wait until its codec takes a sample`() {
    var gate = gate(1, limit: 3)
    for end in 1...3 { gate.didAppend(0, endTime: Int64(end)) }
    #expect(!gate.mayAppend(0))
    gate.didGiveToCodec(0)
    #expect(gate.mayAppend(0))
  }

  @Test func `WI-43: large samples make a track wait before many wait, and wake its codec`() {
    let cap = Interleaver<Int>.waitingBytesCap
    var gate = gate(2, limit: 64, realTime: [1])
    let isWoken = gate.didAppend(0, endTime: 1, byteCount: cap / 2)
    #expect(isWoken && gate.mayAppend(0) && !gate.mayResume(0))
    gate.didAppend(0, endTime: 2, byteCount: cap)
    #expect(!gate.mayAppend(0))
    gate.didGiveToCodec(0, byteCount: cap / 2)
    #expect(!gate.mayAppend(0))
    gate.didGiveToCodec(0, byteCount: cap)
    #expect(gate.mayResume(0))
    gate.didAppend(1, endTime: 1, byteCount: 2 * cap)
    #expect(gate.mayAppend(1), "a live source is not made to wait by bytes")
  }

  @Test func `after release every unfinished track may append, so that waiting loops end, and nothing is held`() {
    var gate = gate(2, limit: 1)
    gate.setBeingFed(1, true)
    gate.didAppend(0, endTime: 100 * Self.second)
    gate.didEncode(0, decodeTime: 0, byteCount: 10, payload: 1)
    gate.finish(1)
    gate.release()
    #expect(gate.mayAppend(0))
    #expect(!gate.mayAppend(1))
    #expect(gate.heldBytes == 0)
    gate.didEncode(0, decodeTime: 0, byteCount: 10, payload: 1)
    #expect(payload(&gate) == nil)
  }

  // MARK: Which packet is next?

  @Test func `WI-33: what comes first is written before the rest, track by track`() {
    var gate = gate(4, first: [1, 3])
    gate.didEncode(0, decodeTime: 0, byteCount: 1, payload: 0)
    gate.didEncode(2, decodeTime: 0, byteCount: 1, payload: 20)
    gate.didEncode(3, decodeTime: 0, byteCount: 1, payload: 30)
    #expect(payload(&gate) == nil)
    gate.didEncode(1, decodeTime: 5, byteCount: 1, payload: 10)
    gate.didEncode(1, decodeTime: 9, byteCount: 1, payload: 11)
    #expect(payload(&gate) == 10)
    #expect(payload(&gate) == 11)
    #expect(payload(&gate) == nil)
    gate.didDrain(1)
    #expect(payload(&gate) == 30)
    #expect(payload(&gate) == nil)
    gate.didDrain(3)
    #expect(payload(&gate) == 0)
    // The order of the others is as ever: track 0 paces, and shows no packet.
    #expect(payload(&gate) == nil)
    gate.didDrain(0)
    #expect(payload(&gate) == 20)
  }

  @Test func `WI-33: what waits for media that is to come first is bounded`() {
    var gate = gate(2, first: [1], cap: 10)
    for time in 0..<12 { gate.didEncode(0, decodeTime: Int64(time), byteCount: 1, payload: time) }
    #expect(payload(&gate) == 0)
    #expect(payload(&gate) == 1)
    #expect(payload(&gate) == nil)
  }

  @Test func `packets are written by decode time once every unfinished track shows one`() {
    var gate = gate(2)
    gate.didEncode(0, decodeTime: 5, byteCount: 1, payload: 5)
    #expect(payload(&gate) == nil)
    gate.didEncode(1, decodeTime: 3, byteCount: 1, payload: 3)
    gate.didEncode(1, decodeTime: 9, byteCount: 1, payload: 9)
    #expect(payload(&gate) == 3)
    #expect(payload(&gate) == 5)
    #expect(payload(&gate) == nil)
    gate.didDrain(0)
    #expect(payload(&gate) == 9)
    #expect(!gate.isComplete)
    gate.didDrain(1)
    #expect(gate.isComplete)
  }

  @Test func `equal decode times are written in the order of the tracks`() {
    var gate = gate(3)
    for track in [2, 0, 1] { gate.didEncode(track, decodeTime: 4, byteCount: 1, payload: track) }
    var order: [Int] = []
    for track in 0..<3 { gate.didDrain(track) }
    while let packet = gate.nextPacket() { order.append(packet.track) }
    #expect(order == [0, 1, 2])
  }

  @Test
  func `past the byte cap the earliest packet at hand is written out of order, and encoders pause at twice the cap`() {
    var gate = gate(2, cap: 100)
    for number in 0..<3 { gate.didEncode(0, decodeTime: Int64(number), byteCount: 50, payload: number) }
    #expect(payload(&gate) == 0)
    #expect(payload(&gate) == nil)
    for number in 3..<6 { gate.didEncode(0, decodeTime: Int64(number), byteCount: 50, payload: number) }
    #expect(gate.mustPauseEncoding)
    #expect(payload(&gate) == 1)
    #expect(!gate.mustPauseEncoding)
  }

  @Test func `encoders pause where packets wait for the file alone, and not where they wait for another track`() {
    var gate = gate(2, cap: 4 * Interleaver<Int>.waitingBytesCap)
    let half = Interleaver<Int>.waitingBytesCap / 2 + 1
    for number in 0..<2 { gate.didEncode(0, decodeTime: Int64(number), byteCount: half, payload: number) }
    #expect(!gate.isFileBehind)
    gate.didEncode(1, decodeTime: 5, byteCount: 1, payload: 5)
    #expect(gate.isFileBehind)
    #expect(payload(&gate) == 0)
    #expect(!gate.isFileBehind)
  }

  @Test func `AW-75: a segment's end waits for every track, and holds back what follows it`() {
    var gate = gate(2)
    gate.didEncode(0, decodeTime: 0, byteCount: 1, payload: 0)
    gate.didEndSegment(0)
    // Earlier than what the other track still has before the end of its segment.
    gate.didEncode(0, decodeTime: 5, byteCount: 1, payload: 5)
    #expect(!segmentEnd(&gate))
    gate.didEncode(1, decodeTime: 1, byteCount: 1, payload: 1)
    gate.didEncode(1, decodeTime: 9, byteCount: 1, payload: 9)
    #expect(payload(&gate) == 0)
    #expect(payload(&gate) == 1)
    #expect(payload(&gate) == 9)
    #expect(payload(&gate) == nil)
    #expect(!segmentEnd(&gate))
    gate.didEndSegment(1)
    #expect(payload(&gate) == nil)
    #expect(segmentEnd(&gate))
    #expect(!segmentEnd(&gate))
    gate.didDrain(1)
    #expect(payload(&gate) == 5)
    // A track that is at its end holds no segment back.
    gate.didEndSegment(0)
    #expect(segmentEnd(&gate))
    gate.didDrain(0)
    #expect(gate.isComplete)
  }
}
