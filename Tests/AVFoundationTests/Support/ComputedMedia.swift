import AVFoundation

/// Pictures and sound made from arithmetic: the same on every machine.
enum ComputedMedia {
  /// A moving plaid with an edge, in video range; each index is a step in time.
  static func luma(_ x: Int, _ y: Int, _ index: Int) -> UInt8 {
    UInt8(40 + (x + 3 * index) % 97 + (y + index) % 61 + ((x / 8 + y / 8 + index) % 2) * 20)
  }

  /// A picture of planar 4:2:0. Without a brightness the moving plaid, else one of a single grey.
  static func picture(width: Int, height: Int, index: Int = 0, brightness: UInt8? = nil) -> CVPixelBuffer {
    let buffer = pixelBuffer(width: width, height: height, format: kCVPixelFormatType_420YpCbCr8Planar)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 0..<3 {
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
        for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, plane) {
          let value = plane > 0 ? UInt8(128) : brightness ?? luma(x, y, index)
          base.storeBytes(of: value, toByteOffset: y * stride + x, as: UInt8.self)
        }
      }
    }
    return buffer
  }

  static func pixelBuffer(width: Int, height: Int, format: OSType) -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &buffer)
    precondition(status == kCVReturnSuccess)
    return buffer!
  }

  static func sample(_ picture: CVPixelBuffer, at time: CMTime, duration: CMTime = .invalid) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: picture, formatDescription: CMFormatDescription(imageBuffer: picture),
      sampleTiming: CMSampleTimingInfo(
        duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  /// The plaid at 25 pictures a second.
  static func videoSample(
    _ index: Int, width: Int = 64, height: Int = 48, timescale: CMTimeScale = 25
  ) throws -> CMSampleBuffer {
    try sample(
      picture(width: width, height: height, index: index), at: CMTime(value: CMTimeValue(index), timescale: timescale),
      duration: CMTime(value: 1, timescale: timescale))
  }

  /// Two tones, another pair in each channel, within ±0.7.
  static func tone(_ position: Int, channel: Int, rate: Int) -> Float {
    let time = Double(position) / Double(rate)
    let base = 220 * Double(channel + 1)
    return Float(sin(2 * .pi * base * time) * 0.4 + sin(2 * .pi * base * 2.5 * time) * 0.3)
  }

  static func pcmFormat(rate: Int = 48_000, channels: Int = 1) throws -> CMFormatDescription {
    let bytes = UInt32(MemoryLayout<Float>.size * channels)
    return try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: bytes, mFramesPerPacket: 1,
        mBytesPerFrame: bytes, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 32, mReserved: 0))
  }

  /// The tones of `start..<start + count`, interleaved 32-bit floating point.
  static func audioSample(
    start: Int, count: Int, rate: Int = 48_000, channels: Int = 1, at time: CMTime? = nil
  ) throws -> CMSampleBuffer {
    var samples: [Float] = []
    samples.reserveCapacity(count * channels)
    for position in start..<start + count {
      for channel in 0..<channels { samples.append(tone(position, channel: channel, rate: rate)) }
    }
    let data = try blockBuffer(samples)
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: pcmFormat(rate: rate, channels: channels), numSamples: count,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: CMTimeScale(rate)),
          presentationTimeStamp: time ?? CMTime(value: CMTimeValue(start), timescale: CMTimeScale(rate)),
          decodeTimeStamp: .invalid)
      ], sampleSizes: [MemoryLayout<Float>.size * channels])
  }

  /// The first tones at 48 kHz, with another duration of each frame than its own.
  static func sound(_ count: Int, frameDuration: CMTime) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      copying: audioSample(start: 0, count: count),
      withNewTiming: [
        CMSampleTimingInfo(duration: frameDuration, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ])
  }

  /// A copy of an array in a block buffer's own memory.
  static func blockBuffer<Element: BitwiseCopyable>(_ values: [Element]) throws -> CMBlockBuffer {
    var buffer: CMBlockBuffer?
    let count = values.count * MemoryLayout<Element>.stride
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &buffer)
    precondition(status == kCMBlockBufferNoErr)
    let made = buffer!
    _ = values.withUnsafeBytes {
      CMBlockBufferReplaceDataBytes(
        with: $0.baseAddress!, blockBuffer: made, offsetIntoDestination: 0, dataLength: count)
    }
    return made
  }
}
