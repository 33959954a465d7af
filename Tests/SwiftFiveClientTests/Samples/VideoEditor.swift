import AVFoundation

/// Edits clips as small apps do: fades from one to the next, puts a mark into a corner, and makes a square of a clip.
enum VideoEditor {
  enum Problem: Error { case noTrack, noSession }

  /// Joins two clips: the second one fades in over the end of the first.
  static func crossFade(_ first: URL, _ second: URL, lasting fade: CMTime, to url: URL) async throws {
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    var start = CMTime.zero
    for clip in [first, second] {
      let asset = AVURLAsset(url: clip)
      guard let source = try await asset.loadTracks(withMediaType: .video).first,
        let track = composition.addMutableTrack(
          withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw Problem.noTrack }
      let range = try await source.load(.timeRange)
      try track.insertTimeRange(range, of: source, at: start)
      if tracks.isEmpty { start = CMTimeSubtract(range.end, fade) }
      tracks.append(track)
    }
    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = try await tracks[0].load(.naturalSize)
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 25)
    let fadeRange = CMTimeRangeMake(start: start, duration: fade)
    let alone = CMTimeRangeMake(start: .zero, duration: start)
    let rest = CMTimeRangeFromTimeToTime(start: fadeRange.end, end: composition.duration)
    videoComposition.instructions = [
      instruction(alone, [layer(tracks[0])]),
      instruction(fadeRange, [fading(tracks[0], fadeRange), layer(tracks[1])]),
      instruction(rest, [layer(tracks[1])]),
    ]
    try await export(composition, videoComposition, to: url)
  }

  private static func fading(
    _ track: AVAssetTrack, _ range: CMTimeRange
  ) -> AVMutableVideoCompositionLayerInstruction {
    let fading = layer(track)
    fading.setOpacityRamp(fromStartOpacity: 1.0, toEndOpacity: 0.0, timeRange: range)
    return fading
  }

  /// Puts a mark, a clip of its own, into the lower right corner, a quarter of its size and half transparent.
  static func watermark(_ clip: URL, with mark: URL, margin: CGFloat, to url: URL) async throws {
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    let duration = try await AVURLAsset(url: clip).load(.duration)
    for source in [clip, mark] {
      guard let sourceTrack = try await AVURLAsset(url: source).loadTracks(withMediaType: .video).first,
        let track = composition.addMutableTrack(
          withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw Problem.noTrack }
      let range = try await sourceTrack.load(.timeRange)
      try track.insertTimeRange(range, of: sourceTrack, at: .zero)
      if source == mark {
        track.scaleTimeRange(CMTimeRange(start: .zero, duration: range.duration), toDuration: duration)
      }
      tracks.append(track)
    }
    let size = try await tracks[0].load(.naturalSize)
    let markSize = try await tracks[1].load(.naturalSize)
    let top = layer(tracks[1])
    let place = CGAffineTransform(
      translationX: size.width - markSize.width / 4 - margin, y: size.height - markSize.height / 4 - margin)
    top.setTransform(CGAffineTransform(scaleX: 0.25, y: 0.25).concatenating(place), at: .zero)
    top.setOpacity(0.5, at: .zero)
    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = size
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 25)
    videoComposition.instructions = [
      instruction(CMTimeRange(start: .zero, duration: composition.duration), [top, layer(tracks[0])])
    ]
    try await export(composition, videoComposition, to: url)
  }

  /// Cuts the middle square out of a clip, upright.
  static func square(_ clip: URL, to url: URL) async throws {
    let asset = AVURLAsset(url: clip)
    guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw Problem.noTrack }
    let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
    let upright = size.applying(transform)
    let (width, height) = (abs(upright.width), abs(upright.height))
    let side = min(width, height)
    let videoComposition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
    videoComposition.renderSize = CGSize(width: side, height: side)
    let centered = transform.concatenating(
      CGAffineTransform(translationX: (side - width) / 2, y: (side - height) / 2))
    let shown = layer(track)
    shown.setTransform(centered, at: .zero)
    videoComposition.instructions = [
      instruction(CMTimeRange(start: .zero, duration: try await asset.load(.duration)), [shown])
    ]
    try await export(asset, videoComposition, to: url)
  }

  private static func layer(_ track: AVAssetTrack) -> AVMutableVideoCompositionLayerInstruction {
    AVMutableVideoCompositionLayerInstruction(assetTrack: track)
  }

  private static func instruction(
    _ range: CMTimeRange, _ layers: [AVMutableVideoCompositionLayerInstruction]
  ) -> AVMutableVideoCompositionInstruction {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    instruction.layerInstructions = layers
    return instruction
  }

  static func export(_ asset: AVAsset, _ videoComposition: AVVideoComposition, to url: URL) async throws {
    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality) else {
      throw Problem.noSession
    }
    session.videoComposition = videoComposition
    try await session.export(to: url, as: .mp4)
  }
}
