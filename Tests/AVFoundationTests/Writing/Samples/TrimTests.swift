import AVFoundation
import TestSupport
import Testing

/// Sound of which a client trims the ends.
@Suite("Trims of appended sound")
struct TrimTests {
  /// Files that get linear PCM: copied, or encoded.
  enum Target: CaseIterable {
    case copiedToMovie, copiedToWAVE, encodedAsPCM, encodedAsAAC

    var fileType: AVFileType { self == .copiedToWAVE ? .wav : self == .encodedAsAAC ? .m4a : .mov }

    var settings: [String: Any]? {
      switch self {
      case .copiedToMovie, .copiedToWAVE: nil
      case .encodedAsPCM: Settings.pcm(bits: 32, isFloat: true)
      case .encodedAsAAC: Settings.aac()
      }
    }
  }

  @Test(arguments: Target.allCases)
  func `WI-69: linear PCM is cut at both ends, and a buffer that is trimmed whole is left out`(_ target: Target) throws
  {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out"), fileType: target.fileType)
    let hint = target.settings == nil ? try ComputedMedia.pcmFormat() : nil
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: target.settings, sourceFormatHint: hint)
    writer.add(input)
    try WrittenFile.start(writer)
    func frames(_ count: CMTimeValue) -> CMTime { CMTime(value: count, timescale: 48_000) }
    let trims: [Int: (CMTimeValue, CMTimeValue)] = [0: (1200, 0), 8: (0, 2400), 9: (0, 4800)]
    for part in 0..<10 {
      let sample = try ComputedMedia.audioSample(start: part * 4800, count: 4800)
      if let (start, end) = trims[part] { sample.setTrim(start: frames(start), end: frames(end)) }
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    let sound = try ReadMedia.sound(writer.outputURL)
    #expect(sound.count == 40_800 - 1200)
    if target != .copiedToWAVE { #expect(sound.start == frames(1200)) }
    let tones = (1200..<40_800).map { ComputedMedia.tone($0, channel: 0, rate: 48_000) }
    if target != .encodedAsAAC {
      #expect(sound.samples == tones)
    } else {
      #expect(rmsDifference(sound.samples, tones) < 0.05)
    }
  }

  @Test(arguments: [1500, 2112, 6000] as [CMTimeValue])
  func `WI-69: the trims of a copied buffer take as many of its packets as they are long`(front: CMTimeValue) throws {
    let folder = try TemporaryFolder()
    let url = MediaFiles.fixture("h264-aac.mov")
    var packets: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: url, .audio, settings: nil) { packets.append($0) }
    let format = try #require(packets.first?.formatDescription)
    let rate = CMTimeScale(try #require(format.audioStreamBasicDescription).mSampleRate)
    func trimmed(_ key: CFString) -> CMTime { packets.reduce(.zero) { $0 + ($1.attachedTime(key) ?? .zero) } }
    let padding = trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    let front = CMTime(value: front, timescale: rate)
    let back = padding + CMTime(value: 1500, timescale: rate)
    let made = try WriterWithInput(in: folder.url, mediaType: .audio, settings: nil)
    made.start()
    for part in [packets[..<(packets.count / 2)], packets[(packets.count / 2)...]] {
      let data = try CMBlockBuffer()
      for packet in part { try data.append(bufferReference: #require(packet.dataBuffer)) }
      let sample = try CMSampleBuffer(
        dataBuffer: data, formatDescription: format, numSamples: part.count,
        sampleTimings: part.map { try $0.sampleTimingInfo(at: 0) }, sampleSizes: part.map { $0.sampleSize(at: 0) })
      let isFirst = part.startIndex == 0
      sample.setTrim(start: isFirst ? front : .zero, end: isFirst ? .zero : back)
      made.input.waitUntilReady()
      #expect(made.input.append(sample))
    }
    try finishWriting(made.writer)
    // The source, without what is trimmed more than it trims itself.
    let source = try ReadMedia.sound(url)
    func samples(_ time: CMTime) -> Int { Int((time.seconds * Double(rate)).rounded()) * source.channels }
    let priming = trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    let presented = source.samples[samples(front - priming)...].dropLast(samples(back - padding))
    let copy = try ReadMedia.sound(made.writer.outputURL)
    #expect(copy.samples.count == presented.count)
    #expect(rmsDifference(copy.samples, presented) < 0.01)
  }

  @Test func `WI-69: a trim of several packets is not heard in Ogg, and the sound behind it is at the start`() throws {
    let folder = try TemporaryFolder()
    let url = MediaFiles.fixture("speech.opus")
    var packets: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: url, .audio, settings: nil) { packets.append($0) }
    let first = try #require(packets.first)
    let format = try #require(first.formatDescription)
    func trimmed(_ key: CFString) -> CMTime { packets.reduce(.zero) { $0 + ($1.attachedTime(key) ?? .zero) } }
    let front = trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtStart) + CMTime(value: 1688, timescale: 48_000)
    let data = try CMBlockBuffer()
    for packet in packets { try data.append(bufferReference: #require(packet.dataBuffer)) }
    let sample = try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: packets.count,
      sampleTimings: packets.map { try $0.sampleTimingInfo(at: 0) }, sampleSizes: packets.map { $0.sampleSize(at: 0) })
    sample.setTrim(start: front, end: trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtEnd))
    let writer = try AVAssetWriter(outputURL: folder.file("out.ogg"), fileType: .ogg)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)
    writer.add(input)
    try WrittenFile.start(writer, at: first.presentationTimeStamp + front)
    input.waitUntilReady()
    #expect(input.append(sample))
    try finishWriting(writer)
    let (source, copy) = (try ReadMedia.sound(url), try ReadMedia.sound(writer.outputURL))
    #expect(copy.start == .zero)
    #expect(copy.count == source.count - 1688)
    // A decoder that begins in mid-stream needs 80 ms to be right.
    #expect(rmsDifference(copy.samples[8000...], source.samples[9688...]) < 0.01)
  }
}
