import AVFoundation

/// What a reader vends of one track, read to its end.
enum ReadMedia {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A stored sample.
  struct StoredSample: Equatable, Sendable {
    var presentationTime: CMTime
    var decodeTime: CMTime
    var duration: CMTime
    var isSync: Bool
    var bytes: [UInt8]
  }

  /// A decoded picture: its luma, row by row without padding.
  struct DecodedPicture: Sendable {
    var time: CMTime
    var width: Int
    var height: Int
    var luma: [UInt8]
  }

  static func track(_ url: URL, _ mediaType: AVMediaType, _ index: Int = 0) throws -> (AVURLAsset, AVAssetTrack) {
    let asset = AVURLAsset(url: url)
    let tracks = asset.tracks(withMediaType: mediaType)
    guard tracks.indices.contains(index) else {
      throw Failure(description: "\(url.lastPathComponent) has no \(mediaType.rawValue) track \(index)")
    }
    return (asset, tracks[index])
  }

  /// Calls the closure with every sample buffer of a track.
  static func forEachSample(
    of url: URL, _ mediaType: AVMediaType, _ index: Int = 0, settings: [String: Any]?,
    _ body: (CMSampleBuffer) throws -> Void
  ) throws {
    let (asset, track) = try track(url, mediaType, index)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? Failure(description: "reading does not start") }
    while let sample = output.copyNextSampleBuffer() { try body(sample) }
    guard reader.status == .completed else { throw reader.error ?? Failure(description: "reading did not complete") }
  }

  /// The samples as stored, in decode order. Linear PCM is one sample for each buffer.
  static func stored(_ url: URL, _ mediaType: AVMediaType, _ index: Int = 0) throws -> [StoredSample] {
    var samples: [StoredSample] = []
    try forEachSample(of: url, mediaType, index, settings: nil) { sample in
      let attachments =
        CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [NSDictionary] ?? []
      samples.append(
        StoredSample(
          presentationTime: sample.presentationTimeStamp, decodeTime: sample.decodeTimeStamp,
          duration: sample.duration,
          isSync: !((attachments.first?[kCMSampleAttachmentKey_NotSync] as? NSNumber)?.boolValue ?? false),
          bytes: try sample.dataBuffer.map { [UInt8](try $0.dataBytes()) } ?? []))
    }
    return samples
  }

  /// When each picture is presented, in that order.
  static func pictureTimes(_ url: URL) throws -> [CMTime] {
    var times: [CMTime] = []
    try forEachSample(of: url, .video, settings: [:]) { times.append($0.presentationTimeStamp) }
    return times
  }

  static func pictures(_ url: URL) throws -> [DecodedPicture] {
    var pictures: [DecodedPicture] = []
    let format = kCVPixelFormatType_420YpCbCr8Planar
    try forEachSample(of: url, .video, settings: [kCVPixelBufferPixelFormatTypeKey as String: format]) { sample in
      pictures.append(picture(sample.imageBuffer!, at: sample.presentationTimeStamp))
    }
    return pictures
  }

  static func picture(_ buffer: CVPixelBuffer, at time: CMTime = .zero) -> DecodedPicture {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!
    let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    var luma: [UInt8] = []
    luma.reserveCapacity(width * height)
    for y in 0..<height { luma.append(contentsOf: UnsafeRawBufferPointer(start: base + y * stride, count: width)) }
    return DecodedPicture(time: time, width: width, height: height, luma: luma)
  }

  /// Decoded sound as interleaved floating point, its format, and the time of its first sample.
  struct DecodedSound: Sendable {
    var start = CMTime.invalid
    var samples: [Float] = []
    var channels = 0
    var rate = 0.0
    var count: Int { channels == 0 ? 0 : samples.count / channels }
  }

  static func sound(_ url: URL, _ index: Int = 0) throws -> DecodedSound {
    var sound = DecodedSound()
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
    ]
    try forEachSample(of: url, .audio, index, settings: settings) { sample in
      if sound.channels == 0, let format = sample.formatDescription?.audioStreamBasicDescription {
        sound.start = sample.presentationTimeStamp
        sound.channels = Int(format.mChannelsPerFrame)
        sound.rate = format.mSampleRate
      }
      let bytes = [UInt8](try sample.dataBuffer!.dataBytes())
      bytes.withUnsafeBytes { sound.samples.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    return sound
  }
}

/// Peak signal-to-noise ratio of two pictures' luma in dB; infinite where they are equal.
func psnr(_ a: [UInt8], _ b: [UInt8]) -> Double {
  precondition(a.count == b.count && !a.isEmpty)
  var squares = 0
  for index in a.indices {
    let difference = Int(a[index]) - Int(b[index])
    squares += difference * difference
  }
  return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / Double(squares))
}

/// Root mean square of the difference of two runs of samples.
func rmsDifference(_ a: some Collection<Float>, _ b: some Collection<Float>) -> Double {
  precondition(!a.isEmpty)
  var squares = 0.0
  for (a, b) in zip(a, b) { squares += Double(a - b) * Double(a - b) }
  return (squares / Double(min(a.count, b.count))).squareRoot()
}
