import AVFoundation

/// A client that polls: it feeds an input what each pass asks for.
struct PassClient: Sendable {
  /// In closed groups of twenty.
  static let pictureCount = 200

  let writer: AVAssetWriter
  let input: AVAssetWriterInput
  let sound: AVAssetWriterInput?

  init(in folder: URL, _ compression: [String: Any], hasSound: Bool = false) throws {
    let made = try WriterWithInput(in: folder, settings: Self.settings(compression))
    (writer, input) = (made.writer, made.input)
    input.performsMultiPassEncodingIfSupported = true
    sound = hasSound ? AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()) : nil
    if let sound { writer.add(sound) }
  }

  static func settings(_ compression: [String: Any]) -> [String: Any] {
    Settings.video(compression: compression.merging([AVVideoMaxKeyFrameIntervalKey: 20]) { first, _ in first })
  }

  var url: URL { writer.outputURL }

  func start() throws { try WrittenFile.start(writer) }

  /// The plaid, whose scenes differ in how fast it moves.
  static func sample(_ index: Int) throws -> CMSampleBuffer {
    let picture = ComputedMedia.picture(width: 64, height: 48, index: index / 60 % 2 == 0 ? index : index * 7)
    return try ComputedMedia.sample(
      picture, at: CMTime(value: CMTimeValue(index), timescale: 25), duration: CMTime(value: 1, timescale: 25))
  }

  static func pictures(of description: AVAssetWriterInputPassDescription) -> [Int] {
    let ranges = description.sourceTimeRanges.map(\.timeRangeValue)
    return (0..<pictureCount).filter { index in
      ranges.contains { $0.containsTime(CMTime(value: CMTimeValue(index), timescale: 25)) }
    }
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - passes: no more are made.
  ///   - picturesOfLast: how many pictures the last one gets; `nil` for all.
  /// - Returns: what each pass asked for.
  func run(passes: Int = .max, picturesOfLast: Int? = nil) throws -> [[CMTimeRange]] {
    try start()
    let ranges = try makePasses(passes, picturesOfLast: picturesOfLast)
    try finishWriting(writer)
    return ranges
  }

  func makePasses(
    _ passes: Int = .max, picturesOfLast: Int? = nil, finishes: Bool = true
  ) throws -> [[CMTimeRange]] {
    var ranges: [[CMTimeRange]] = []
    while ranges.count < passes, let description = input.currentPassDescription {
      ranges.append(description.sourceTimeRanges.map(\.timeRangeValue))
      let pictures = Self.pictures(of: description)
      let isLast = ranges.count == passes
      for index in isLast ? pictures.prefix(picturesOfLast ?? .max) : pictures[...] {
        input.waitUntilReady()
        guard input.append(try Self.sample(index)) else { return ranges }
      }
      if isLast { break }
      input.markCurrentPassAsFinished()
      // It changes on the writer's thread, and this client does not observe.
      while input.currentPassDescription === description { usleep(500) }
    }
    if finishes { input.markAsFinished() }
    return ranges
  }
}
