import CoreGraphics
import CoreMedia
import Foundation

extension AVVideoComposition.Configuration {
  /// The values with which an asset's video tracks are shown as they are meant to be.
  ///
  /// - Parameter prototype: gives the instructions their background and post-processing, or `nil` for the usual ones.
  init(propertiesOf asset: AVAsset, _ prototype: AVVideoCompositionInstruction?) {
    self.init()
    frameDuration = Self.usualFrameDuration
    let tracks = asset.tracks(withMediaType: .video)
    let rates = tracks.map(\.nominalFrameRate).filter { $0 > 0 }
    if let rate = rates.max() {
      let exact = tracks.first { $0.nominalFrameRate == rate }?.minFrameDuration ?? .invalid
      let isSame = exact.isNumeric && abs(exact.seconds * Double(rate) - 1) < Self.rateTolerance
      frameDuration = isSame ? exact : CMTime(seconds: 1 / Double(rate), preferredTimescale: Self.timeScale)
    }
    if tracks.count == 1 { sourceTrackIDForFrameTiming = tracks[0].trackID }
    renderSize = (asset as? AVComposition)?.naturalSize ?? Self.size(of: tracks)
    instructions = Self.instructions(for: tracks, duration: asset.duration, prototype)
  }

  private static let usualFrameDuration = CMTime(value: 1, timescale: 30)
  /// The number of ticks a second of frame durations that follow from a rate alone.
  private static let timeScale: CMTimeScale = 90_000
  private static let rateTolerance = 1e-4

  /// Returns the size that every track fits in, turned as its transform says (VC-51).
  private static func size(of tracks: [AVAssetTrack]) -> CGSize {
    tracks.reduce(CGSize.zero) { size, track in
      let shown = track.naturalSize.applying(track.preferredTransform)
      return CGSize(width: max(size.width, abs(shown.width)), height: max(size.height, abs(shown.height)))
    }
  }

  /// Returns the instructions for the tracks that are shown at the same times, the first track on top (VC-52).
  private static func instructions(
    for tracks: [AVAssetTrack], duration: CMTime, _ prototype: AVVideoCompositionInstruction?
  ) -> [any AVVideoCompositionInstructionProtocol] {
    guard !tracks.isEmpty else { return [] }
    let end = duration.isNumeric ? duration : CMTime.positiveInfinity
    let shown = tracks.map { track in track.segments.filter { !$0.isEmpty }.map(\.timeMapping.target) }
    let edges = shown.joined().flatMap { [$0.start, $0.end] }.filter { $0.isNumeric && $0 > .zero && $0 < end }
    let times = [.zero] + edges.sorted() + [end]
    var stretches: [(range: CMTimeRange, tracks: [Int])] = []
    /// The segments of each track that have not ended, which are in order as the times are.
    var rests = shown.map { $0[...] }
    for (start, end) in zip(times, times.dropFirst()) where start < end {
      let there = tracks.indices.filter { track in
        while let segment = rests[track].first {
          // A track of unknown length is shown to the end.
          if segment.containsTime(start) || !segment.duration.isNumeric && segment.start <= start { return true }
          if segment.start > start { return false }
          rests[track].removeFirst()
        }
        return false
      }
      if let last = stretches.last, last.tracks == there {
        stretches[stretches.count - 1].range = CMTimeRange(start: last.range.start, end: end)
      } else {
        stretches.append((CMTimeRange(start: start, end: end), there))
      }
    }
    return stretches.compactMap { instruction($0.range, $0.tracks.map { tracks[$0] }, prototype) }
  }

  private static func instruction(
    _ range: CMTimeRange, _ tracks: [AVAssetTrack], _ prototype: AVVideoCompositionInstruction?
  ) -> AVVideoCompositionInstruction? {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    if let prototype {
      instruction.backgroundColor = prototype.backgroundColor
      instruction.enablePostProcessing = prototype.enablePostProcessing
    }
    instruction.layerInstructions = tracks.map { track in
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(track.transformIntoPicture, at: .zero)
      return layer
    }
    return instruction.copy() as? AVVideoCompositionInstruction
  }
}

extension AVAssetTrack {
  /// The preferred transform. Some programs write one that turns and does not move, and so leads out of the picture:
  /// it is completed by the way back, as players show it.
  fileprivate var transformIntoPicture: CGAffineTransform {
    let transform = preferredTransform
    guard transform.tx == 0, transform.ty == 0 else { return transform }
    let shown = CGRect(origin: .zero, size: naturalSize).applying(transform)
    return transform.concatenating(CGAffineTransform(translationX: -shown.minX, y: -shown.minY))
  }
}
