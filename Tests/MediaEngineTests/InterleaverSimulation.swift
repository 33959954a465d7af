import MediaEngine
import TestSupport

/// A random graph of clients, codecs and a file around one gate, stepped in random order.
///
/// It knows nothing of the gate's inside: clients follow the documented contract, codecs hold back a random
/// number of samples, and every step is one that the real threads could take.
struct InterleaverSimulation {
  /// How a client feeds its tracks.
  enum Client {
    /// A request block of its own for one track.
    case requestBlock(track: Int, request: MediaRequest, isScheduled: Bool)
    /// One thread that feeds tracks by polling, or one task that awaits its appends: one sample each in turn, or one
    /// track after the other.
    case single(tracks: [Int], alternates: Bool, awaits: Bool, position: Int)
  }

  struct Track {
    var sampleDuration: Int64
    var remaining: Int
    var time: Int64 = 0
    /// Samples the codec took and did not give yet.
    var inCodec: [Int64] = []
    var waiting: [Int64] = []
    var codecDelay: Int
    var byteCount: Int
    var paces: Bool
    var isMarkedFinished = false
    var isDrained = false
    /// The client marks the track finished at its end (request blocks must; pollers may forget until finish).
    var lastWritten: Int64 = .min
  }

  var gate: Interleaver<Int64>
  var tracks: [Track] = []
  var clients: [Client] = []
  let cap: Int
  var random: SeededGenerator
  var written = 0
  var total = 0
  var maximumHeld = 0
  var lastDecodeTime: Int64 = .min
  var orderViolations = 0
  /// The clock that the gate is told, in nanoseconds.
  var now: Int64 = 0
  /// Bytes were over the cap at some time: order is then not promised.
  var wasOverCap = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    cap = Int.random(in: 200...4000, using: &random)
    gate = Interleaver(heldBytesCap: cap)
    var unclaimed: [Int] = []
    for number in 0..<Int.random(in: 1...5, using: &random) {
      let paces = number == 0 || Int.random(in: 0..<5, using: &random) > 0
      tracks.append(
        Track(
          sampleDuration: Int64.random(in: 1_000_000...700_000_000, using: &random),
          remaining: Int.random(in: 0...40, using: &random), codecDelay: Int.random(in: 0...12, using: &random),
          byteCount: Int.random(in: 1...120, using: &random), paces: paces))
      total += tracks[number].remaining
      _ = gate.addTrack(
        .init(
          role: paces ? .paces : Bool.random(using: &random) ? .accompanies : .follows,
          isRealTime: Int.random(in: 0..<8, using: &random) == 0,
          sampleLimit: Int.random(in: 1...6, using: &random)))
      if Bool.random(using: &random) {
        gate.setExpected(number, true)
        clients.append(.requestBlock(track: number, request: MediaRequest(), isScheduled: false))
      } else {
        unclaimed.append(number)
      }
    }
    // One client for all of them, or one for each.
    let shares = Bool.random(using: &random) ? [unclaimed] : unclaimed.map { [$0] }
    for share in shares where !share.isEmpty {
      clients.append(
        .single(
          tracks: share, alternates: Bool.random(using: &random), awaits: Bool.random(using: &random), position: 0))
    }
  }

  /// Runs to the end; `false` when no step is possible before it: a deadlock.
  mutating func run() -> Bool {
    while !gate.isComplete {
      var steps = Array(0..<(clients.count + 2 * tracks.count + 2))
      steps.shuffle(using: &random)
      // A client that was told no in this very round is one that others may be missed by.
      guard steps.contains(where: { step($0) }) || stepClock() else { return false }
      now += Int64.random(in: 0...5_000_000, using: &random)
      // The gate is asked now and then, as it is when something has changed.
      if Int.random(in: 0..<8, using: &random) == 0 { _ = gate.noteMisses(at: now) }
    }
    return true
  }

  private mutating func step(_ number: Int) -> Bool {
    if number < clients.count { return stepClient(number) }
    let other = number - clients.count
    if other < tracks.count { return stepCodecInput(other) }
    if other < 2 * tracks.count { return stepDrain(other - tracks.count) }
    return other == 2 * tracks.count ? stepFile() : stepClock()
  }

  /// Time passes until a held track has waited long enough for a receiver.
  private mutating func stepClock() -> Bool {
    guard let due = gate.noteMisses(at: now) else { return false }
    now = max(now, due)
    return gate.lapse(at: now)
  }

  private mutating func stepClient(_ number: Int) -> Bool {
    switch clients[number] {
    case .requestBlock(let track, var request, var isScheduled):
      defer { clients[number] = .requestBlock(track: track, request: request, isScheduled: isScheduled) }
      return runBlock(track, &request, &isScheduled)
    case .single(let fed, let alternates, let awaits, var position):
      defer { clients[number] = .single(tracks: fed, alternates: alternates, awaits: awaits, position: position) }
      guard position < fed.count || alternates else { return false }
      let track = fed[position % fed.count]
      if tracks[track].isMarkedFinished {
        let open = fed.contains { !tracks[$0].isMarkedFinished }
        position += 1
        return open
      }
      guard appendOrFinish(track) else { return false }
      if awaits, !tracks[track].isMarkedFinished { gate.didAppendByReceiver(track) }
      if alternates || tracks[track].isMarkedFinished { position += 1 }
      return true
    }
  }

  private mutating func runBlock(_ track: Int, _ request: inout MediaRequest, _ isScheduled: inout Bool) -> Bool {
    if tracks[track].isMarkedFinished { return false }
    if request.readinessChanged(isReady: gate.mayAppend(track)) == .run { isScheduled = true }
    guard isScheduled, request.willRun(isOver: false) else { return false }
    gate.setBeingFed(track, true)
    gate.setExpected(track, true)
    var appended = false
    // A block appends until not ready, or returns early.
    for _ in 0..<Int.random(in: 0...5, using: &random) where gate.mayAppend(track) {
      guard appendOrFinish(track) else { break }
      if tracks[track].isMarkedFinished {
        request.stop()
        return true
      }
      request.didAppend()
      appended = true
    }
    let result = request.didRun(isReady: gate.mayAppend(track), isOver: false)
    gate.setBeingFed(track, result.isBeingFed)
    if result.action == .runLater { gate.setExpected(track, false) }
    isScheduled = result.action != .none
    return appended || isScheduled
  }

  /// One append, or the end of the track.
  private mutating func appendOrFinish(_ track: Int) -> Bool {
    if tracks[track].remaining == 0 {
      gate.finish(track)
      tracks[track].isMarkedFinished = true
      return true
    }
    guard gate.promiseAppend(track) else { return false }
    tracks[track].remaining -= 1
    tracks[track].waiting.append(tracks[track].time)
    tracks[track].time += tracks[track].sampleDuration
    gate.didAppend(track, endTime: tracks[track].time)
    return true
  }

  private var mustPause: Bool { gate.mustPauseEncoding || gate.isFileBehind }

  private mutating func stepCodecInput(_ track: Int) -> Bool {
    if mustPause || tracks[track].waiting.isEmpty { return false }
    gate.didGiveToCodec(track)
    tracks[track].inCodec.append(tracks[track].waiting.removeFirst())
    if tracks[track].inCodec.count > tracks[track].codecDelay { emit(track) }
    return true
  }

  private mutating func stepDrain(_ track: Int) -> Bool {
    guard tracks[track].isMarkedFinished, tracks[track].waiting.isEmpty, !tracks[track].isDrained else { return false }
    if mustPause { return false }
    if tracks[track].inCodec.isEmpty {
      gate.didDrain(track)
      tracks[track].isDrained = true
    } else {
      emit(track)
    }
    return true
  }

  private mutating func emit(_ track: Int) {
    let time = tracks[track].inCodec.removeFirst()
    gate.didEncode(track, decodeTime: time, byteCount: tracks[track].byteCount, payload: time)
    maximumHeld = max(maximumHeld, gate.heldBytes)
    if gate.heldBytes > cap { wasOverCap = true }
  }

  private mutating func stepFile() -> Bool {
    guard let (track, time) = gate.nextPacket() else { return false }
    written += 1
    if time < tracks[track].lastWritten { orderViolations += 1 }
    tracks[track].lastWritten = time
    // A sparse track's packet may come late: it waits for nobody and nobody waits for it.
    if tracks[track].paces {
      if time < lastDecodeTime && !wasOverCap { orderViolations += 1 }
      lastDecodeTime = max(lastDecodeTime, time)
    }
    return true
  }
}
