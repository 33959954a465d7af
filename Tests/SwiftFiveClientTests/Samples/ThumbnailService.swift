import AVFoundation

// Thumbnails as a server makes them for uploads: a poster, a strip for the bar of a player, and one picture by an older
// call. Written for Apple's systems, but for the last line of `data(of:)`.

/// Makes the previews of a video that was uploaded.
struct ThumbnailService {
  struct Previews {
    var poster: Data
    var posterTime: CMTime
    var strip: [Data]
    var failures: Int
  }

  enum Problem: Error { case noDuration, noPictures }

  let stripCount: Int

  func previews(of url: URL) async throws -> Previews {
    let asset = AVURLAsset(url: url)
    let duration = try await asset.load(.duration)
    guard duration.isNumeric, duration > .zero else { throw Problem.noDuration }

    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = CGSize(width: 240, height: 240)

    // The poster is exact.
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let posterAt = CMTimeMultiplyByFloat64(duration, multiplier: 0.1)
    let (poster, posterTime) = try await generator.image(at: posterAt)

    // The strip is quick.
    let tolerance = CMTime(seconds: duration.seconds / Double(2 * stripCount), preferredTimescale: 600)
    generator.requestedTimeToleranceBefore = tolerance
    generator.requestedTimeToleranceAfter = tolerance
    generator.maximumSize = CGSize(width: 80, height: 80)
    let times = (0..<stripCount).map {
      CMTime(seconds: duration.seconds * (Double($0) + 0.5) / Double(stripCount), preferredTimescale: 600)
    }
    var (strip, failures) = ([Data](), 0)
    for await result in generator.images(for: times) {
      switch result {
      case .success(requestedTime: _, image: let image, actualTime: _): strip.append(try Self.data(of: image))
      case .failure(requestedTime: _, error: _): failures += 1
      }
    }
    if strip.isEmpty { throw Problem.noPictures }
    return Previews(poster: try Self.data(of: poster), posterTime: posterTime, strip: strip, failures: failures)
  }

  private static func data(of image: CGImage) throws -> Data {
    precondition(image.width > 0 && image.height > 0 && image.bitsPerPixel >= image.bitsPerComponent)
    return try image.fileData(as: .jpeg(quality: 0.8))
  }
}

/// The same with the call of older programs, which collects what comes.
final class ThumbnailCollector: @unchecked Sendable {
  // Sendable: the lock guards what was collected.
  private let lock = NSLock()
  private var widths: [Int] = []
  private var cancelledCount = 0

  func collect(from url: URL, at seconds: [Double], completion: @escaping @Sendable ([Int], Int) -> Void) {
    let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
    generator.maximumSize = CGSize(width: 64, height: 0)
    let times = seconds.map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }
    generator.generateCGImagesAsynchronously(forTimes: times) { [self] _, image, _, result, _ in
      lock.lock()
      switch result {
      case .succeeded: widths.append(image?.width ?? 0)
      case .cancelled: cancelledCount += 1
      case .failed: widths.append(-1)
      }
      let (found, cancelled) = (widths, cancelledCount)
      lock.unlock()
      if found.count + cancelled == times.count { completion(found, cancelled) }
    }
  }
}
