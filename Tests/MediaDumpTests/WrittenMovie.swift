import AVFoundation
import Foundation
import TestSupport

/// A short movie that an asset writer makes from tracks of a few computed samples, the same on every machine.
enum WrittenMovie {
  struct Lane {
    let input: AVAssetWriterInput
    let samples: [CMSampleBuffer]
  }

  /// Sound of half a second: a saw tooth of 16 bits at 8 kHz.
  static func sound() throws -> Lane {
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0))
    let samples = try (0..<5).map { part in
      let values = (0..<800).map { Int16(truncatingIfNeeded: ($0 + part * 800) * 97 % 20_000 - 10_000).littleEndian }
      return try sample(
        values.withUnsafeBytes { Data($0) }, format, count: 800, size: 2,
        at: CMTime(value: CMTimeValue(part * 800), timescale: 8000), each: CMTime(value: 1, timescale: 8000))
    }
    return Lane(
      input: AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format), samples: samples)
  }

  /// A time code of 25 frames a second that starts at one hour.
  static func timecode() throws -> Lane {
    let format = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: CMTime(value: 1, timescale: 25), frameQuanta: 25,
      flags: .twentyFourHourMax)
    let code = try sample(
      Data([0x00, 0x01, 0x5F, 0x90]), format, count: 1, size: 4, at: .zero, each: CMTime(value: 1, timescale: 2))
    return Lane(
      input: AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format), samples: [code])
  }

  /// Sound of half a second that lies in another file.
  static func referredSound(in file: URL) throws -> Lane {
    let sound = try sound()
    let samples = try sound.samples.enumerated().map { part, sample in
      let reference = try CMSampleBuffer(
        dataBuffer: nil, formatDescription: sample.formatDescription, numSamples: 800,
        sampleTimings: sample.sampleTimingInfos(), sampleSizes: [2])
      CMSetAttachment(
        reference, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, value: file as NSURL,
        attachmentMode: kCMAttachmentMode_ShouldPropagate)
      CMSetAttachment(
        reference, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset,
        value: NSNumber(value: 32 + part * 1600),
        attachmentMode: kCMAttachmentMode_ShouldPropagate)
      return reference
    }
    return Lane(input: sound.input, samples: samples)
  }

  /// The first pictures of a fixture, as they are.
  static func pictures() throws -> Lane {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("h264-aac-small.mp4")))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: nil)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? CancellationError() }
    var samples: [CMSampleBuffer] = []
    while samples.count < 5, let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    return Lane(
      input: AVAssetWriterInput(
        mediaType: .video, outputSettings: nil, sourceFormatHint: samples.first?.formatDescription),
      samples: samples)
  }

  /// A quarter of a second with an orientation, and one with another.
  static func orientation() throws -> Lane {
    let format = try CMFormatDescription(boxedMetadataSpecifications: [
      [
        String(describing: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier):
          NSString(string: "mdta/com.apple.quicktime.video-orientation"),
        String(describing: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType):
          kCMMetadataBaseDataType_SInt16,
      ]
    ])
    let samples = try [1, 6].enumerated().map { part, value in
      try sample(
        Data([0, 0, 0, 10, 0, 0, 0, 1, 0, UInt8(value)]), format, count: 1, size: 10,
        at: CMTime(value: CMTimeValue(part), timescale: 4), each: CMTime(value: 1, timescale: 4))
    }
    return Lane(
      input: AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format), samples: samples)
  }

  private static func sample(
    _ data: Data, _ format: CMFormatDescription, count: Int, size: Int, at time: CMTime, each duration: CMTime
  ) throws -> CMSampleBuffer {
    let block = try CMBlockBuffer(length: data.count)
    try data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: count,
      sampleTimings: [
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
      ], sampleSizes: [size])
  }

  /// Writes the lanes in turns, each to its end.
  ///
  /// - Parameters:
  ///   - start: the source's time at which the session starts.
  ///   - end: the one at which it ends; `nil` for the last sample's.
  static func write(
    _ url: URL, fileType: AVFileType, _ lanes: [Lane], from start: CMTime = .zero, to end: CMTime? = nil,
    configure: (AVAssetWriter) -> Void
  ) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    for lane in lanes { writer.add(lane.input) }
    configure(writer)
    guard writer.startWriting() else { throw writer.error ?? CancellationError() }
    writer.startSession(atSourceTime: start)
    for turn in 0..<(lanes.map(\.samples.count).max() ?? 0) {
      for lane in lanes where turn < lane.samples.count {
        // Nobody feeds on request, so that an input is always ready.
        guard lane.input.append(lane.samples[turn]) else { throw writer.error ?? CancellationError() }
      }
    }
    if let end { writer.endSession(atSourceTime: end) }
    await writer.finishWriting()
    if let error = writer.error { throw error }
  }
}
