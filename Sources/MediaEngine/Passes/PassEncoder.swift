import CoreMedia
import MediaInterop
import MediaSupport

/// Encodes H.264 in as many passes as its targets need.
///
/// The packets of the first pass are stored segment by segment, their bytes in temporary files. Later passes encode
/// single segments again. Each run of adjacent segments has its own encoder, with the same parameter sets. Segments
/// that bring the stream nearer to its targets replace the former ones, and everything else stays as it is. Nothing is
/// emitted before `finish`. One thread at a time.
final class PassEncoder: PictureEncoder {
  private let targets: PassTargets
  private let format: CMFormatDescription
  private let spill: PacketSpill
  private let first: FirstPass
  /// The packets of the stream, in decode order.
  private var packets: [Packet] = []
  /// The presentation time of the first shown picture of each segment.
  private var starts: [Int64] = []
  /// The number of the first picture of each segment, followed by the number of all pictures.
  private var numbers: [Int] = []
  /// The share of a receiver's buffer that is full before each segment.
  private var fullness: [Double] = []
  /// The planner, from the end of the first pass on.
  private var planner: PassPlanner?
  /// The rate factors of the segments that the current later pass encodes again.
  private var plan: [Int: Double] = [:]
  private var steering: PassSteering?
  private var run: PassRun?
  private var remade: [Int: EncodedSegment] = [:]

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ input: VideoInput, _ targets: PassTargets, spill: PacketSpill) throws {
    self.targets = targets
    self.spill = spill
    first = try FirstPass(input, targets)
    format = try CMFormatDescription(first.encoder, input)
  }

  /// The outcome of the passes; `nil` before the end of the first.
  var report: PassReport? { planner.map { PassReport($0) } }

  /// The number of pictures that the first pass has encoded, and the end of the last one.
  var firstPass: (count: Int, end: Int64) { (first.count, first.end) }

  /// Returns whether the current pass needs the picture at this time.
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

  /// Ends the current pass.
  ///
  /// - Parameter bits: returns the number of bits that all pictures may have; it is called with the current stream. It
  ///   returns `nil` if the number follows from the settings.
  /// - Returns: The pictures that the next pass needs, by their numbers in the order of their times; `nil` if a further
  ///   pass would gain nothing.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [Range<Int>]? {
    try completePass()
    if planner != nil, let bits = try bits(stream) { planner?.aim(at: bits) }
    plan = planner?.nextPass() ?? [:]
    steering = planner?.steering
    layOut()
    return plan.isEmpty ? nil : pictures(of: plan.keys)
  }

  /// Emits the stream. A pass that was not ended counts as far as it got.
  func finish(emit: (EncodedSample) throws -> Void) throws {
    try completePass()
    for sample in stream { try emit(sample) }
    packets = []
  }

  /// The stream that the passes so far have made.
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
      targets,
      segments: segments.map { segment in
        PassSegment(
          decodeTimes: segment.packets.map { timeBase.seconds($0.dts ?? 0) }, joints: segment.joints, segment.trial)
      })
    if let rate = targets.bitRate { planner?.aim(at: rate * first.seconds) }
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

  /// Notes the starts of the planner's segments, and the state of a receiver's buffer there.
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
    settings.options.receiverBuffer?.initialFullness = fullness[segment]
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

  /// Returns the segment that a time belongs to.
  private func segment(at pts: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= pts { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the pictures of segments in their order; neighbours make one range.
  private func pictures(of segments: some Collection<Int>) -> [Range<Int>] {
    Array(RangeSet(segments.map { numbers[$0]..<numbers[$0 + 1] }).ranges)
  }
}
