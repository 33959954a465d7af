import AVFoundation
import TestSupport

/// A picture as a screen shows it: red, green and blue, 0 to 255, row by row.
struct ScreenPicture {
  var width: Int
  var height: Int
  var samples: [UInt8]

  /// The PSNR of two pictures' brightness in dB; 0 where their sizes differ.
  func likeness(to other: ScreenPicture) -> Double {
    guard width == other.width, height == other.height else { return 0 }
    return Self.likeness(brightness, other.brightness)
  }

  /// The PSNR of two pictures' colours in dB, by the means of squares of pixels; 0 where their sizes differ.
  ///
  /// Chroma has half the samples, and each program enlarges it in its own way.
  func likenessOfColors(to other: ScreenPicture) -> Double {
    guard width == other.width, height == other.height else { return 0 }
    return Self.likeness(means, other.means)
  }

  private static func likeness(_ one: [Double], _ other: [Double]) -> Double {
    guard !one.isEmpty, one.count == other.count else { return 0 }
    var sum = 0.0
    for (one, other) in zip(one, other) { sum += (one - other) * (one - other) }
    return 10 * log10(255 * 255 / max(sum / Double(one.count), 0.01))
  }

  private var brightness: [Double] {
    let weights = [0.2126, 0.7152, 0.0722]
    var sums = [Double](repeating: 0, count: width * height)
    for index in samples.indices { sums[index / 3] += weights[index % 3] * Double(samples[index]) }
    return sums
  }

  /// Pixels on a side of the squares.
  private static let side = 8

  /// The mean red, green and blue of each whole square.
  private var means: [Double] {
    let (across, down) = (width / Self.side, height / Self.side)
    var sums = [Double](repeating: 0, count: 3 * across * down)
    for y in 0..<down * Self.side {
      for x in 0..<across * Self.side {
        let square = y / Self.side * across + x / Self.side
        for channel in 0..<3 { sums[3 * square + channel] += Double(samples[3 * (y * width + x) + channel]) }
      }
    }
    return sums.map { $0 / Double(Self.side * Self.side) }
  }

  /// The picture upside down.
  var turnedByHalf: ScreenPicture {
    var turned = self
    let count = width * height
    for pixel in 0..<count {
      for channel in 0..<3 { turned.samples[3 * (count - 1 - pixel) + channel] = samples[3 * pixel + channel] }
    }
    return turned
  }

  /// The picture of a movie at a time, decoded here, upright and in standard range.
  static func decoded(_ path: String, at time: Double) throws -> ScreenPicture {
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    guard let track = asset.tracks(withMediaType: .video).first else {
      throw Tool.Failure(description: "\(path) has no pictures")
    }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    output.appliesPreferredTrackTransform = true
    output.mapsTonesToStandardRange = true
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? Tool.Failure(description: "\(path) cannot be read") }
    var shown: CVPixelBuffer?
    while let sample = output.copyNextSampleBuffer(), sample.presentationTimeStamp.seconds <= time {
      shown = sample.imageBuffer
    }
    guard let shown else { throw Tool.Failure(description: "\(path) shows nothing at \(time) s") }
    return ScreenPicture(shown)
  }

  /// The picture of a file at a time as FFmpeg shows it, in a size: upright, and in its own range.
  static func shownByFFmpeg(_ path: String, at time: Double, width: Int, height: Int) throws -> ScreenPicture {
    let samples = try Tool.ffmpeg.run([
      "-v", "error", "-i", path, "-ss", "\(time)", "-frames:v", "1", "-vf", "scale=\(width):\(height)",
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
    ]).bytes
    return ScreenPicture(width: width, height: height, samples: samples)
  }

  private init(_ picture: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
    let stride = CVPixelBufferGetBytesPerRow(picture)
    var samples: [UInt8] = []
    samples.reserveCapacity(3 * width * height)
    if let base = CVPixelBufferGetBaseAddress(picture) {
      for y in 0..<height {
        let row = base.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width { samples += [row[4 * x + 2], row[4 * x + 1], row[4 * x]] }
      }
    }
    self.init(width: width, height: height, samples: samples)
  }

  init(width: Int, height: Int, samples: [UInt8]) {
    self.width = width
    self.height = height
    self.samples = samples
  }
}
