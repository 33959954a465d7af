import MediaInterop
import MediaSupport

/// The first of several passes: one encoder for all pictures, controlled to meet the targets.
final class FirstPass {
  /// The settings of all segments' encoders, except their rate factors.
  let settings: H264Encoder.Settings
  let encoder: H264Encoder
  /// The segments in their order; pictures are added to the last one.
  private var segments: [EncodedSegment] = []
  private var control: RateFactorControl?
  private var start: Int64?
  /// The end of the latest encoded picture.
  private(set) var end: Int64 = 0
  /// The number of pictures that are encoded.
  private(set) var count = 0

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ input: VideoInput, _ targets: PassTargets) throws {
    var settings = try H264Encoder.Settings(input)
    settings.measuresQuality = true
    control = RateFactorControl(settings, targets)
    if let control { settings.rateControl = .constantQuality(crf: control.rateFactor) }
    self.settings = settings
    encoder = try H264Encoder(settings)
  }

  /// - Parameter store: stores packets until the end.
  func encode(
    _ picture: Picture, pts: Int64, duration: Int64, forceKeyFrame: Bool, store: (Packet) throws -> Packet
  ) throws {
    start = start ?? pts
    try encoder.encode(picture, pts: pts, duration: duration, forceKeyFrame: forceKeyFrame) { try keep($0, store) }
  }

  func finish(store: (Packet) throws -> Packet) throws {
    try encoder.finish { try keep($0, store) }
  }

  /// The duration of the encoded pictures, in seconds.
  var seconds: Double { start.map { settings.timeBase.seconds(max(end, $0) - $0) } ?? 0 }

  /// Removes and returns the segments.
  func takeSegments() -> [EncodedSegment] {
    defer { segments = [] }
    return segments
  }

  private func keep(_ packet: Packet, _ store: (Packet) throws -> Packet) throws {
    guard let measurement = encoder.measurement else { return }
    count += 1
    end = max(end, (packet.pts ?? 0) + (packet.duration > 0 ? packet.duration : settings.usualDuration))
    if segments.isEmpty || packet.isKeyFrame && segments[segments.count - 1].canEnd {
      segments.append(EncodedSegment())
    }
    segments[segments.count - 1].append(try store(packet), measurement)
    control?.didEncode(
      bits: Double(packet.bytes.count * 8), ssim: measurement.ssim, rateFactor: measurement.rateFactor,
      seconds: seconds)
    if let control { try encoder.changeRateFactor(to: control.rateFactor) }
  }
}

extension H264Encoder.Settings {
  /// The duration of a picture that does not state one, in ticks.
  fileprivate var usualDuration: Int64 {
    let seconds = Double(expectedFrameRate.denominator) / Double(expectedFrameRate.numerator)
    return Int64(exactly: (seconds / timeBase.seconds(1)).rounded()) ?? 0
  }
}
