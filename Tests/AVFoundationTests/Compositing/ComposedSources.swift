import AVFoundation
import TestSupport
import Testing

/// Movies of moving colours in several sizes, and their pictures as they are decoded.
final class ComposedSources: Sendable {
  static let shared = Result { try ComposedSources() }

  static let sizes = [(64, 48), (48, 64), (30, 22)]
  /// The pictures of each movie, 25 a second.
  static let count = 10
  static let rate: CMTimeScale = 25

  private let folder: TemporaryFolder
  let urls: [URL]
  let pictures: [[ModelPicture]]

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    urls = try Self.sizes.enumerated().map { number, size in
      let url = folder.file("\(number).mov")
      try WrittenFile.video(
        url, settings: Settings.video(width: size.0, height: size.1), count: Self.count,
        picture: { Self.picture(width: size.0, height: size.1, index: $0 + 7 * number) })
      return url
    }
    pictures = try urls.map { url in
      var pictures: [ModelPicture] = []
      try ReadMedia.forEachSample(of: url, .video, settings: [:]) { pictures.append(ModelPicture($0.imageBuffer!)) }
      return pictures
    }
  }

  /// A picture of a moving plaid, with moving colours.
  static func picture(width: Int, height: Int, index: Int) -> CVPixelBuffer {
    let buffer = ComputedMedia.picture(width: width, height: height, index: index)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    for plane in 1...2 {
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
        for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, plane) {
          let value = UInt8(60 + (plane == 1 ? 7 * x + 3 * y + 5 * index : 4 * x + 9 * y + 2 * index) % 140)
          base.storeBytes(of: value, toByteOffset: y * stride + x, as: UInt8.self)
        }
      }
    }
    return buffer
  }

  static func time(_ hundredths: Int) -> CMTime { CMTime(value: Int64(hundredths), timescale: 100) }

  static func range(_ start: Int, _ end: Int) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }

  /// Makes a composition in which each movie is shown in a track of its own, from a time on.
  func composition(_ starts: [Int]) throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for (url, start) in zip(urls, starts) {
      let (asset, source) = try ReadMedia.track(url, .video)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: asset.duration), of: source, at: Self.time(start))
    }
    return composition
  }

  /// Returns the picture of a movie that is shown at a time behind its start; `nil` outside of it.
  func picture(_ movie: Int, at time: CMTime) -> ModelPicture? {
    guard time >= .zero else { return nil }
    let index = Int((time.seconds * Double(Self.rate) + 1e-9).rounded(.down))
    return pictures[movie].indices.contains(index) ? pictures[movie][index] : nil
  }
}

/// Composed pictures as they are read.
enum ComposedReading {
  static func samples(
    _ asset: AVAsset, _ composition: AVVideoComposition?, settings: [String: Any]? = nil, range: CMTimeRange? = nil,
    configure: (AVAssetReaderVideoCompositionOutput) -> Void = { _ in }
  ) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks(withMediaType: .video), videoSettings: settings)
    output.videoComposition = composition
    configure(output)
    reader.add(output)
    return try RangeReading(started: reader, output).rest()
  }

  static func pictures(
    _ asset: AVAsset, _ composition: AVVideoComposition, settings: [String: Any]? = nil
  ) throws -> [ModelPicture] {
    try samples(asset, composition, settings: settings).map { ModelPicture(try #require($0.imageBuffer)) }
  }
}

extension AVMutableVideoComposition {
  /// A composition of one instruction, whose layers are configured first.
  ///
  /// - Parameter tracks: the layers' tracks, the topmost first.
  convenience init(
    _ tracks: [AVAssetTrack], size: (Int, Int) = (64, 48), until end: Int = 40, background: CGColor? = nil,
    frameDuration: CMTime = CMTime(value: 1, timescale: 25),
    configure: ([AVMutableVideoCompositionLayerInstruction]) -> Void = { _ in }
  ) {
    self.init()
    renderSize = CGSize(width: size.0, height: size.1)
    self.frameDuration = frameDuration
    let layers = tracks.map { AVMutableVideoCompositionLayerInstruction(assetTrack: $0) }
    configure(layers)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = ComposedSources.range(0, end)
    instruction.layerInstructions = layers
    instruction.backgroundColor = background
    instructions = [instruction]
  }
}
