import AVFoundation

/// Records computed pictures and sound into a movie in fragments: the program that tests kill.
///
///     fragmentrecorder out.mov SECONDS FRAGMENT-SECONDS
///
/// The same arguments give the same bytes.
@main
enum FragmentRecorder {
  private static let pictureRate: CMTimeScale = 25
  private static let soundRate = 48_000
  private static let (width, height) = (64, 48)

  struct Failure: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let seconds = Int(arguments[2]), let interval = Double(arguments[3]) else {
      throw Failure()
    }
    let url = URL(fileURLWithPath: arguments[1])
    let writer = try AVAssetWriter(outputURL: url, fileType: url.pathExtension == "mov" ? .mov : .mp4)
    writer.movieFragmentInterval = CMTime(seconds: interval, preferredTimescale: 600)
    let video = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
        AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "superfast"],
      ])
    let audio = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: soundRate, AVNumberOfChannelsKey: 1,
      ])
    for input in [video, audio] { writer.add(input) }
    guard writer.startWriting() else { throw writer.error ?? Failure() }
    writer.startSession(atSourceTime: .zero)
    let samplesForPicture = soundRate / Int(pictureRate)
    for index in 0..<seconds * Int(pictureRate) {
      try await append(picture(index), to: video)
      try await append(sound(index * samplesForPicture, count: samplesForPicture), to: audio)
    }
    await writer.finishWriting()
    guard writer.status == .completed else { throw writer.error ?? Failure() }
  }

  private static func append(_ sample: CMSampleBuffer, to input: AVAssetWriterInput) async throws {
    while !input.isReadyForMoreMediaData { await Task.yield() }
    guard input.append(sample) else { throw Failure() }
  }

  /// A moving gradient.
  private static func picture(_ index: Int) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    _ = CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, kCVPixelFormatType_420YpCbCr8Planar, nil, &made)
    guard let buffer = made else { throw Failure() }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 0..<3 {
      guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { throw Failure() }
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
        for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, plane) {
          let value = plane == 0 ? UInt8(40 + (2 * x + y + 3 * index) % 160) : 128
          base.storeBytes(of: value, toByteOffset: y * stride + x, as: UInt8.self)
        }
      }
    }
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: pictureRate),
        presentationTimeStamp: CMTime(value: CMTimeValue(index), timescale: pictureRate), decodeTimeStamp: .invalid))
  }

  /// A tone.
  private static func sound(_ start: Int, count: Int) throws -> CMSampleBuffer {
    let samples = (start..<start + count).map { Float(sin(2 * .pi * 440 * Double($0) / Double(soundRate))) / 2 }
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: Double(soundRate), mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
        mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0))
    return try CMSampleBuffer(
      dataBuffer: try block(samples), formatDescription: format, numSamples: count,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: CMTimeScale(soundRate)),
          presentationTimeStamp: CMTime(value: CMTimeValue(start), timescale: CMTimeScale(soundRate)),
          decodeTimeStamp: .invalid)
      ], sampleSizes: [4])
  }

  private static func block(_ samples: [Float]) throws -> CMBlockBuffer {
    var made: CMBlockBuffer?
    let size = samples.count * MemoryLayout<Float>.size
    _ = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: size, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: size, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &made)
    guard let block = made else { throw Failure() }
    _ = samples.withUnsafeBytes {
      CMBlockBufferReplaceDataBytes(
        with: $0.baseAddress!, blockBuffer: block, offsetIntoDestination: 0, dataLength: size)
    }
    return block
  }
}
