import AVFoundation

/// Writes a file of several tracks from samples that are made beforehand.
enum WrittenTracks {
  struct Lane {
    let input: AVAssetWriterInput
    let samples: [CMSampleBuffer]

    init(_ input: AVAssetWriterInput, _ samples: [CMSampleBuffer]) {
      self.input = input
      self.samples = samples
    }
  }

  /// Appends the samples of all lanes in turns and finishes each input behind its last sample.
  static func write(
    _ url: URL, fileType: AVFileType = .mov, _ lanes: [Lane], configure: (AVAssetWriter) -> Void = { _ in }
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    for lane in lanes { writer.add(lane.input) }
    configure(writer)
    try WrittenFile.start(writer)
    for turn in 0..<(lanes.map(\.samples.count).max() ?? 0) {
      for lane in lanes where turn < lane.samples.count {
        lane.input.waitUntilReady()
        guard lane.input.append(lane.samples[turn]) else {
          throw writer.error ?? ReadMedia.Failure(description: "a sample was refused")
        }
        if turn == lane.samples.count - 1 { lane.input.markAsFinished() }
      }
    }
    try finishWriting(writer)
  }

  /// Passthrough of computed sound: linear PCM in buffers of a tenth of a second.
  static func sound(seconds: Int = 1) throws -> Lane {
    let samples = try (0..<seconds * 10).map { try ComputedMedia.audioSample(start: $0 * 4800, count: 4800) }
    return Lane(AVAssetWriterInput(mediaType: .audio, outputSettings: nil), samples)
  }

  /// Texts of one second each: QuickTime's, such as chapter titles, or in another format.
  static func text(_ titles: [String], _ format: CMFormatDescription? = nil) throws -> Lane {
    let format = try format ?? textFormat()
    let samples = try titles.enumerated().map { index, title in
      try stored(
        [UInt8(title.utf8.count >> 8), UInt8(title.utf8.count & 0xFF)] + Array(title.utf8), format,
        at: CMTime(value: CMTimeValue(index), timescale: 1), for: CMTime(value: 1, timescale: 1))
    }
    let mediaType = format.mediaType == .subtitle ? AVMediaType.subtitle : .text
    return Lane(AVAssetWriterInput(mediaType: mediaType, outputSettings: nil, sourceFormatHint: format), samples)
  }

  /// A time code that starts at a frame and lasts a number of seconds; of 25 frames a second by default.
  static func timecode(start frame: Int32, _ format: CMFormatDescription? = nil, seconds: Int64 = 1) throws -> Lane {
    let format = try format ?? timecodeFormat()
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: frame >> (24 - 8 * $0)) }
    let sample = try stored(bytes, format, at: .zero, for: CMTime(value: seconds * 25, timescale: 25))
    return Lane(AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format), [sample])
  }

  static func timecodeFormat(
    frameDuration: CMTime = CMTime(value: 1, timescale: 25), frameQuanta: Int = 25,
    flags: CMFormatDescription.TimeCode.Flag = .twentyFourHourMax
  ) throws -> CMFormatDescription {
    try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags,
      extensions: nil)
  }

  private static func stored(
    _ bytes: [UInt8], _ format: CMFormatDescription, at time: CMTime, for duration: CMTime
  ) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: ComputedMedia.blockBuffer(bytes), formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
      ], sampleSizes: [bytes.count])
  }

  /// QuickTime's text sample description, as a movie has it: display flags, justification, colours, box, font.
  private static func textFormat() throws -> CMFormatDescription {
    let description: [UInt8] =
      [0, 0, 0, 60] + Array("text".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 44)
    var extensions = CMFormatDescription.Extensions()
    extensions[kCMFormatDescriptionExtension_VerbatimSampleDescription] = Data(description) as NSData
    return try CMFormatDescription(
      mediaType: .text, mediaSubType: .init(rawValue: 0x7465_7874), extensions: extensions)
  }
}
