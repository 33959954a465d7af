import AVFoundation
import CoreMedia
import CoreVideo
import Foundation

/// The samples of files as readers give them, as text that two builds of the package can be compared by.
///
/// Each track is read in four ways: as it is stored, as it is stored with damage left out, decoded, and in parts. Bytes
/// are told by a hash, which is the same in every process where `SWIFT_DETERMINISTIC_HASHING` is set.
@main
enum ReadingBench {
  /// The most pictures of a track that are decoded.
  private static let mostPictures = 60
  /// The places, in parts of a track's duration, at which reading in parts begins.
  private static let places = [0.1, 0.5, 0.9]

  static func main() {
    for path in CommandLine.arguments.dropFirst() {
      print("file \(path)")
      write(AVURLAsset(url: URL(fileURLWithPath: path)))
    }
  }

  private static func write(_ asset: AVURLAsset) {
    do { _ = try AVAssetReader(asset: asset) } catch { return print("  error \(text(error))") }
    print("  duration \(text(asset.duration))")
    for track in asset.tracks {
      let range = track.timeRange
      print("  track \(track.trackID) \(track.mediaType.rawValue) \(text(range.start)) \(text(range.duration))")
      let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
      read(track, of: asset, "packets", whole, nil)
      read(track, of: asset, "salvaged packets", whole, nil, continues: true)
      guard let settings = settings(of: track) else { continue }
      read(track, of: asset, "decoded", whole, settings)
      read(track, of: asset, "salvaged", whole, settings, continues: true)
      guard range.duration.isNumeric else { continue }
      for place in places {
        let start = range.start + CMTimeMultiplyByFloat64(range.duration, multiplier: place)
        let length = CMTimeMinimum(CMTime(value: 1, timescale: 2), range.end - start)
        let part = CMTimeRange(start: start, duration: length)
        read(track, of: asset, "packets at \(place)", part, nil)
        read(track, of: asset, "decoded at \(place)", part, settings)
      }
    }
  }

  /// Returns the settings for decoding a track; `nil` for one that is not decoded.
  private static func settings(of track: AVAssetTrack) -> [String: Any]? {
    guard track.isDecodable else { return nil }
    return switch track.mediaType {
    case .video: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
    case .audio: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true]
    default: nil
    }
  }

  private static func read(
    _ track: AVAssetTrack, of asset: AVAsset, _ name: String, _ range: CMTimeRange, _ settings: [String: Any]?,
    continues: Bool = false
  ) {
    print("    \(name)")
    do {
      let reader = try AVAssetReader(asset: asset)
      reader.timeRange = range
      reader.continuesAfterDamage = continues
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      guard reader.canAdd(output) else { return print("      cannot be read") }
      reader.add(output)
      var sound = Sound()
      if reader.startReading() {
        var count = 0
        while count < mostPictures || settings == nil || track.mediaType != .video,
          let buffer = output.copyNextSampleBuffer()
        {
          count += 1
          if track.mediaType == .audio, buffer.formatDescription?.audioStreamBasicDescription?.mFramesPerPacket == 1 {
            sound.append(buffer)
          } else {
            write(buffer)
          }
        }
        sound.finish()
        if count == mostPictures, settings != nil, track.mediaType == .video { reader.cancelReading() }
      }
      if let error = reader.error { print("      error \(text(error))") }
      for lost in output.lostTimeRanges { print("      lost \(text(lost.start)) \(text(lost.end))") }
      for warning in reader.warnings { print("      warning \(warning)") }
    } catch {
      print("      error \(text(error))")
    }
  }

  private static func write(_ buffer: CMSampleBuffer) {
    let hash = ReadingBench.hash(of: buffer)
    for index in 0..<max(1, buffer.numSamples) {
      guard let timing = try? buffer.sampleTimingInfo(at: buffer.numSamples == 0 ? 0 : index) else {
        print("      no sample")
        continue
      }
      let size = buffer.numSamples > 0 && buffer.imageBuffer == nil ? buffer.sampleSize(at: index) : 0
      let trims = [kCMSampleBufferAttachmentKey_TrimDurationAtStart, kCMSampleBufferAttachmentKey_TrimDurationAtEnd]
        .map { CMGetAttachment(buffer, key: $0, attachmentModeOut: nil).map { " trim \($0)" } ?? "" }.joined()
      print(
        "      pts \(text(timing.presentationTimeStamp)) dts \(text(timing.decodeTimeStamp)) duration "
          + "\(text(timing.duration)) size \(size) hash \(hash) \(flags(of: buffer, index))\(trims)")
    }
  }

  private static func flags(of buffer: CMSampleBuffer, _ index: Int) -> String {
    guard index < buffer.sampleAttachments.count else { return "" }
    let attachments = buffer.sampleAttachments[index]
    let isNotSync = attachments[.notSync] as? Bool == true
    let isHidden = attachments[.doNotDisplay] as? Bool == true
    return (isNotSync ? "-" : "S") + (isHidden ? "H" : "")
  }

  fileprivate static func hash(of buffer: CMSampleBuffer) -> String {
    var hasher = Hasher()
    if let pixels = buffer.imageBuffer {
      CVPixelBufferLockBaseAddress(pixels, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
      for plane in 0..<max(1, CVPixelBufferGetPlaneCount(pixels)) {
        let stride = CVPixelBufferGetBytesPerRowOfPlane(pixels, plane)
        let width = CVPixelBufferGetWidthOfPlane(pixels, plane) * (plane == 0 ? 1 : 2)
        guard let base = CVPixelBufferGetBaseAddressOfPlane(pixels, plane) else { continue }
        for row in 0..<CVPixelBufferGetHeightOfPlane(pixels, plane) {
          hasher.combine(bytes: UnsafeRawBufferPointer(start: base + row * stride, count: width))
        }
      }
    } else if let data = try? buffer.dataBuffer?.dataBytes() {
      data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }

  static func text(_ time: CMTime) -> String {
    guard time.isNumeric else { return "-" }
    var (value, scale) = (time.value, Int64(time.timescale))
    var (a, b) = (abs(value), scale)
    while b != 0 { (a, b) = (b, a % b) }
    if a > 1 { (value, scale) = (value / a, scale / a) }
    return "\(value)/\(scale)"
  }

  private static func text(_ error: any Error) -> String {
    let error = error as NSError
    let reason = error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? ""
    return "\(error.domain) \(error.code) \(error.localizedDescription) \(reason)"
  }
}

/// Linear PCM, however it is parted: stretches without a hole, by their times, lengths and bytes.
private struct Sound {
  private var start = CMTime.invalid
  private var end = CMTime.invalid
  private var count = 0
  private var bytes: [UInt8] = []

  mutating func append(_ buffer: CMSampleBuffer) {
    if buffer.presentationTimeStamp != end { finish() }
    if count == 0 { start = buffer.presentationTimeStamp }
    count += buffer.numSamples
    end = buffer.presentationTimeStamp + buffer.duration
    if let data = try? buffer.dataBuffer?.dataBytes() { bytes += data }
  }

  mutating func finish() {
    guard count > 0 else { return }
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    let hash = String(UInt(bitPattern: hasher.finalize()), radix: 16)
    print(
      "      sound \(ReadingBench.text(start)) \(ReadingBench.text(end)) samples \(count) bytes \(bytes.count) \(hash)")
    (count, bytes) = (0, [])
  }
}
