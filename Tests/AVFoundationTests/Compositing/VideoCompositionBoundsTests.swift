import AVFoundation
import TestSupport
import Testing

/// Values of compositions that no program means.
@Suite("Bounds of video compositions")
struct VideoCompositionBoundsTests {
  private let asset: AVMutableComposition
  private var tracks: [AVAssetTrack] { asset.tracks }

  init() throws { asset = try ComposedSources.shared.get().composition([0]) }

  @Test func `numbers beyond all bounds end no process`() throws {
    func luma(
      _ configure: (AVMutableVideoCompositionLayerInstruction) -> Void, frameDuration: CMTime = ComposedSources.time(20)
    ) throws -> [Int] {
      let composition = AVMutableVideoComposition([tracks[0]], frameDuration: frameDuration) { configure($0[0]) }
      return try ComposedReading.samples(asset, composition, range: ComposedSources.range(0, 20))
        .map { try ModelPicture(#require($0.imageBuffer)).planes[0].max() ?? 0 }
    }
    for number in [CGFloat.nan, .infinity, 1e300, 1e-300, 1e12] {
      let transforms = [
        CGAffineTransform(scaleX: number, y: 1), CGAffineTransform(translationX: 0, y: number),
        CGAffineTransform(a: 1, b: number, c: number, d: 1, tx: 0, ty: 0),
        CGAffineTransform(scaleX: number, y: number),
      ]
      for transform in transforms {
        let shown = try luma { $0.setTransform(transform, at: .zero) }
        // What is too far, or no number, shows nothing.
        #expect(number < 1 ? shown.count == 1 : shown == [16], "\(transform)")
      }
      let crop = CGRect(x: -number, y: 3, width: number, height: number)
      #expect(try luma { $0.setCropRectangle(crop, at: .zero) }.count == 1, "\(crop)")
    }
    // Very large, very small and slanted pictures.
    for scale in [CGFloat(1e-5), 0.01, 37.3, 1e6] {
      let transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: scale, y: scale)
      #expect(try luma { $0.setTransform(transform, at: .zero) }.count == 1)
      let upright = CGAffineTransform(scaleX: scale, y: scale)
      #expect(try luma { $0.setTransform(upright, at: .zero) }.count == 1)
    }
    // A range behind all times.
    let late = CMTimeRange(start: CMTime(value: .max / 2, timescale: 1), duration: .positiveInfinity)
    let composition = AVMutableVideoComposition(tracks, frameDuration: CMTime(value: 1, timescale: 1_000_000_000))
    #expect(try ComposedReading.samples(asset, composition, range: late).isEmpty)
  }
}
