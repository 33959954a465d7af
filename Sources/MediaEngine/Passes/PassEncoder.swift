import CoreMedia
import MediaInterop
import MediaSupport

/// H.264 in as many passes as its contract needs.
///
/// What the first pass makes is kept segment by segment, its bytes in temporary files. Later passes encode single segments
/// again, each run of neighbours by an encoder of its own with the same parameter sets; what brings the stream nearer to
/// its contract takes the place of what was there, and everything else stays as it is. Nothing is emitted before `finish`.
/// One thread at a time.
final class PassEncoder: PictureEncoder {
  private let contract: PassContract
  private let format: CMFormatDescription
  private let spill: PacketSpill
  private let first: FirstPass
  /// Of the stream, in decode order.
  private var packets: [Packet] = []
  /// Of each segment, the time of what is shown first of it.
  private var starts: [Int64] = []
  /// Of each segment, the number of its first picture, and at the end that of all pictures.
  private var numbers: [Int] = []
  /// Of each segment, how full a receiver's buffer is before it, as a share.
  private var fullness: [Double] = []
  /// From the end of the first pass on.
  private var planner: PassPlanner?
  /// What the later pass in hand encodes again, with which rate factors.
  private var plan: [Int: Double] = [:]
  private var steering: PassSteering?
  private var run: PassRun?
  private var remade: [Int: EncodedSegment] = [:]

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ input: VideoInput, _ contract: PassContract, spill: PacketSpill) throws {
    self.contract = contract
    self.spill = spill
    first = try FirstPass(input, contract)
    format = try CMFormatDescription(first.encoder, input)
  }

  /// What the passes came to; `nil` before the end of the first.
  var report: PassReport? { planner.map { PassReport($0) } }

  /// How many pictures the first pass has encoded, and when the last one ends.
  var firstPass: (count: Int, end: Int64) { (first.count, first.end) }

  /// Whether the pass in hand needs the picture of this time.
  func wants(_ pts: Int64) -> Bool { planner == nil || plan[segment(at: pts)] != nil }

  func encode(
    _ picture: Picture, pts: Int64, duration: Int64, forceKeyFrame: Bool, emit: (EncodedSample) throws -> Void
  ) throws {
    guard planner != nil else {
      return try first.encode(
        picture, pts: pts, duration: duration, forceKeyFrame: forceKeyFrame, store: spill.store)
    }
    let segment = segment(at: pts)
    guard let rateFactor = plan[segment] else { return }
    if run?.continues(to: segment, rateFactor: rateFactor) != true {
      try finishRun()
      run = try makeRun(from: segment, rateFactor)
    }
    try run?.encode(picture, pts: pts, duration: duration, segment: segment, emit: keep)
  }

  /// Ends the pass in hand.
  ///
  /// - Parameter bits: what all pictures may have, asked with what they are now; `nil` where it follows from the settings.
  /// - Returns: which pictures the next pass needs, by their numbers in the order of their times; `nil` where nothing is
  ///   to be gained by one.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [Range<Int>]? {
    try completePass()
    if planner != nil, let bits = try bits(stream) { planner?.aim(at: bits) }
    plan = planner?.nextPass() ?? [:]
    steering = planner?.steering
    layOut()
    return plan.isEmpty ? nil : pictures(of: plan.keys)
  }

  /// Emits the stream. A pass that was not ended counts as far as it went.
  func finish(emit: (EncodedSample) throws -> Void) throws {
    try completePass()
    for sample in stream { try emit(sample) }
    packets = []
  }

  /// What the passes came to so far.
  private var stream: [EncodedSample] {
    packets.isEmpty ? [] : [.format(format)] + packets.map { .packet($0) }
  }

  private func completePass() throws {
    guard planner == nil else { return try completeLaterPass() }
    try first.finish(store: spill.store)
    let segments = first.takeSegments()
    if segments.isEmpty { return }
    packets = segments.flatMap(\.packets)
    let timeBase = first.settings.timeBase
    planner = PassPlanner(
      contract,
      segments: segments.map { segment in
        PassSegment(
          decodeTimes: segment.packets.map { timeBase.seconds($0.dts ?? 0) }, joints: segment.joints, segment.trial)
      })
    if let rate = contract.bitRate { planner?.aim(at: rate * first.seconds) }
  }

  private func completeLaterPass() throws {
    try finishRun()
    var replacements: [Int: [Packet]] = [:]
    for (index, segment) in remade {
      replacements[index] = segment.replacing(packets[numbers[index]..<numbers[index + 1]])
    }
    let whole = planner?.whole(replacements.keys) ?? []
    let trials = remade.filter { whole.contains($0.key) }.mapValues(\.trial)
    (remade, plan) = ([:], [:])
    let taken = planner?.take(trials) ?? []
    for (index, replacement) in replacements where taken.contains(index) {
      packets.replaceSubrange(numbers[index]..<numbers[index + 1], with: replacement)
    }
  }

  /// Notes where the planner's segments begin, and what they begin with.
  private func layOut() {
    guard let planner else { return }
    fullness = planner.fullness
    numbers = planner.segments.reduce(into: [0]) { $0.append($0.last! + $1.pictureCount) }
    starts = zip(numbers, numbers.dropFirst()).map { start, end in
      packets[start..<end].lazy.compactMap(\.pts).min() ?? 0
    }
  }

  private func makeRun(from segment: Int, _ rateFactor: Double) throws -> PassRun {
    var settings = first.settings
    settings.rateControl = .constantQuality(crf: rateFactor)
    settings.recordsSettings = segment == 0
    settings.receiverBuffer?.initialFullness = fullness[segment]
    let run = try PassRun(settings, rateFactor: rateFactor, partOf: H264StreamHead(first.encoder))
    if let steered = steering?.rateFactor(of: segment) { try run.change(to: steered) }
    return run
  }

  private func finishRun() throws {
    try run?.finish(emit: keep)
    run = nil
  }

  private func keep(_ packet: Packet, _ measurement: H264Encoder.Measurement) throws {
    let segment = segment(at: packet.pts ?? 0)
    remade[segment, default: EncodedSegment()].append(try spill.store(packet), measurement)
    steering?.didEncode(PassSegment.Picture(packet, measurement), of: segment)
    if let steered = steering?.rateFactor(of: segment) { try run?.change(to: steered) }
  }

  /// The segment that a time belongs to.
  private func segment(at pts: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= pts { low = middle } else { high = middle }
    }
    return low
  }

  /// The pictures of segments in their order; neighbours make one range.
  private func pictures(of segments: some Collection<Int>) -> [Range<Int>] {
    Array(RangeSet(segments.map { numbers[$0]..<numbers[$0 + 1] }).ranges)
  }
}
