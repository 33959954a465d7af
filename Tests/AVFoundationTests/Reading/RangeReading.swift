import AVFoundation
import TestSupport
import Testing

/// One output of a reader that is told which time ranges to read.
struct RangeReading {
  let reader: AVAssetReader
  let output: AVAssetReaderOutput

  /// Starts to read; with random access unless told otherwise.
  init(
    _ url: URL, _ mediaType: AVMediaType, _ index: Int = 0, settings: [String: Any]?, isRandomAccess: Bool = true
  ) throws {
    let (asset, track) = try ReadMedia.track(url, mediaType, index)
    try self.init(
      asset, AVAssetReaderTrackOutput(track: track, outputSettings: settings), isRandomAccess: isRandomAccess)
  }

  init(_ asset: AVAsset, _ output: AVAssetReaderOutput, isRandomAccess: Bool = true) throws {
    let reader = try AVAssetReader(asset: asset)
    output.supportsRandomAccess = isRandomAccess
    reader.add(output)
    try self.init(started: reader, output)
  }

  /// Starts a reader of one output.
  init(started reader: AVAssetReader, _ output: AVAssetReaderOutput) throws {
    self.reader = reader
    self.output = output
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
  }

  func reset(to ranges: [CMTimeRange]) {
    output.reset(forReadingTimeRanges: ranges.map(NSValue.init(timeRange:)))
  }

  /// What is vended up to the next `nil`.
  func rest() throws -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    if reader.status == .failed { throw reader.error ?? ReadMedia.Failure(description: "no error") }
    return samples
  }

  func samples(in ranges: [CMTimeRange]) throws -> [CMSampleBuffer] {
    reset(to: ranges)
    return try rest()
  }
}

extension RangeReading {
  /// A decoded picture, as far as it can be compared.
  struct Picture: Equatable {
    let time: CMTime
    let duration: CMTime
    /// Of all rows of all planes, without padding.
    let hash: UInt64

    init(_ time: CMTime, _ duration: CMTime, hash: UInt64) {
      (self.time, self.duration, self.hash) = (time, duration, hash)
    }

    init(_ sample: CMSampleBuffer) throws {
      let buffer = try #require(sample.imageBuffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      var hash = FNV()
      for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = try #require(
          isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer))
        let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
        // Every format has at least a byte for each picture element of a plane.
        let count = isPlanar ? CVPixelBufferGetWidthOfPlane(buffer, plane) : CVPixelBufferGetWidth(buffer)
        for row in 0..<rows { hash.add(UnsafeRawBufferPointer(start: base + row * stride, count: count)) }
      }
      time = sample.presentationTimeStamp
      duration = sample.duration
      self.hash = hash.value
    }
  }

  /// Decoded sound: its samples' bytes, and when the first is heard.
  struct Sound: Equatable {
    var start = CMTime.invalid
    var rate: Int32 = 0
    var bytesPerFrame = 0
    var bytes: [UInt8] = []
    var count: Int { bytesPerFrame == 0 ? 0 : bytes.count / bytesPerFrame }

    /// Interleaved floating point: what every decoder's own form becomes without a change of its values.
    static var settings: [String: Any] {
      [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]
    }

    /// Expects each buffer to begin where the one before ended.
    init(_ samples: [CMSampleBuffer]) throws {
      for sample in samples {
        let format = try #require(sample.formatDescription?.audioStreamBasicDescription)
        if bytes.isEmpty {
          start = sample.presentationTimeStamp
          rate = Int32(format.mSampleRate)
          bytesPerFrame = Int(format.mBytesPerFrame)
        }
        let distance = sample.presentationTimeStamp - time(of: count)
        // Times of containers that round are exact; a tick of nanoseconds is for the arithmetic.
        #expect(abs(distance.seconds) < 1e-7, "a buffer at \(sample.presentationTimeStamp.seconds)")
        bytes.append(contentsOf: try #require(sample.dataBuffer).dataBytes())
      }
    }

    func time(of index: Int) -> CMTime { start + CMTime(value: Int64(index), timescale: rate) }

    /// The samples of all channels.
    static func floats(_ bytes: ArraySlice<UInt8>) -> [Float] {
      Array(bytes).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    static func loudness(_ bytes: ArraySlice<UInt8>) -> Double {
      let samples = floats(bytes)
      return (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }

    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
      bytes[range.lowerBound * bytesPerFrame..<range.upperBound * bytesPerFrame]
    }
  }

  /// A stored sample, as far as it can be compared.
  struct Stored: Equatable {
    let time: CMTime
    let decodeTime: CMTime
    let duration: CMTime
    let isSync: Bool
    let isShown: Bool
    let bytes: [UInt8]

    init(_ sample: CMSampleBuffer) throws {
      let attachments =
        CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [NSDictionary] ?? []
      func flag(_ key: NSString) -> Bool { (attachments.first?[key] as? NSNumber)?.boolValue ?? false }
      time = sample.presentationTimeStamp
      decodeTime = sample.decodeTimeStamp
      duration = sample.duration
      isSync = !flag(kCMSampleAttachmentKey_NotSync)
      isShown = !flag(kCMSampleAttachmentKey_DoNotDisplay)
      bytes = try sample.dataBuffer.map { [UInt8](try $0.dataBytes()) } ?? []
    }

    func isSame(as other: Stored) -> Bool {
      time == other.time && decodeTime == other.decodeTime && duration == other.duration && bytes == other.bytes
    }
  }
}

/// A hash that is the same in every run (FNV-1a, 64 bits), eight bytes at a time.
private struct FNV {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      value = (value ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x0000_0100_0000_01b3
      offset += 8
    }
    for byte in bytes[offset...] { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
