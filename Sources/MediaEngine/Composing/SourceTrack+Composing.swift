import CoreGraphics
import CoreMedia
import MediaSupport

extension SourceTrack {
  /// Makes the properties of a composition's track: those that were set, and otherwise those of the media that it
  /// shows. Media that cannot be opened is ignored.
  package init(_ track: CompositionTrack) {
    let shown = ShownMedia(track.map)
    let first = shown.parts.first?.track
    var formats: [CMFormatDescription] = []
    for format in shown.tracks.flatMap(\.formatDescriptions).map(track.shown) where !formats.contains(format) {
      formats.append(format)
    }
    self.init(
      streamIndex: 0, trackID: track.trackID, mediaType: track.mediaType, formatDescriptions: formats,
      timeRange: CMTimeRange(start: .zero, end: track.map.end),
      timeScale: track.timeScale ?? first?.timeScale ?? Self.usualTimeScale,
      isDecodable: shown.tracks.allSatisfy(\.isDecodable), channelLayoutName: first?.channelLayoutName ?? "")
    isEnabled = track.isEnabled
    composedSegments = track.map.segments.map { CMTimeMapping(source: $0.source, target: $0.target) }
    isSelfContained = shown.tracks.allSatisfy(\.isSelfContained)
    (languageCode, extendedLanguageTag) = (track.languageCode, track.extendedLanguageTag)
    (transform, volume, associations) = (track.transform, track.volume, track.associations)
    reordersFrames = shown.tracks.contains(where: \.reordersFrames)
    hasDependentSound = shown.tracks.contains(where: \.hasDependentSound)
    hasWholePictures = !shown.tracks.isEmpty && shown.tracks.allSatisfy(\.hasWholePictures)
    losslessDepth = shown.tracks.map(\.losslessDepth).max() ?? 0
    (dataRate, totalBytes, storedBitRate) = (shown.dataRate, shown.byteCount, shown.storedBitRate)
    (nominalFrameRate, minimumFrameDuration) = (shown.frameRate, shown.shortestFrame)
    guard let first else { return }
    (naturalSize, chromaSampling, stereoLayout) = (first.naturalSize, first.chromaSampling, first.stereoLayout)
    pictureFormat = first.pictureFormat
    (profile, level, characteristics) = (first.profile, first.level, first.characteristics)
  }

  /// The number of ticks a second of a composition's track that shows no media (CO-31).
  private static let usualTimeScale: Int32 = 600
}

/// The media that a map shows, with the properties that follow from it.
private struct ShownMedia {
  /// The segments with media that can be opened, and the media's track.
  let parts: [(segment: CompositionMap<ComposedMedia>.Segment, track: SourceTrack)]
  /// The tracks of the media, without repetitions, in the order in which they are first shown.
  let tracks: [SourceTrack]
  private let duration: Double

  init(_ map: CompositionMap<ComposedMedia>) {
    var known: [ComposedMedia: SourceTrack?] = [:]
    var (parts, tracks): ([(CompositionMap<ComposedMedia>.Segment, SourceTrack)], [SourceTrack]) = ([], [])
    for segment in map.segments {
      guard let media = segment.media else { continue }
      if known[media] == nil {
        let track = try? media.track()
        known.updateValue(track, forKey: media)
        if let track { tracks.append(track) }
      }
      if let track = known[media] ?? nil { parts.append((segment, track)) }
    }
    (self.parts, self.tracks) = (parts, tracks)
    duration = map.end.seconds
  }

  /// The bits a second of the composition, as far as the media's containers state them.
  var dataRate: Float { Float(bitRate { Double($0.dataRate) } ?? 0) }

  /// The bits a second of the composition; `nil` if those of a part are not known.
  var storedBitRate: Double? { bitRate(\.storedBitRate) }

  private func bitRate(_ rate: (SourceTrack) -> Double?) -> Double? {
    guard duration > 0 else { return 0 }
    var bits = 0.0
    for (segment, track) in parts {
      guard let rate = rate(track) else { return nil }
      bits += rate * segment.source.duration.seconds
    }
    return bits / duration
  }

  /// The bytes that the shown parts of the media take, if every second of a track takes the same number.
  var byteCount: Int64 {
    parts.reduce(0) { sum, part in
      let whole = part.track.timeRange.duration.seconds
      guard whole > 0, whole.isFinite else { return sum }
      return sum + Int64(clamping: Double(part.track.totalBytes) * part.segment.source.duration.seconds / whole)
    }
  }

  /// The pictures a second, not counting the time in which none is shown.
  var frameRate: Float {
    let shown = parts.reduce(0) { $0 + $1.segment.target.duration.seconds }
    guard shown > 0 else { return 0 }
    return Float(
      parts.reduce(0) { $0 + Double($1.track.nominalFrameRate) * $1.segment.source.duration.seconds } / shown)
  }

  /// The duration of the shortest picture; invalid if it is not known.
  var shortestFrame: CMTime {
    parts.map { $0.segment.targetDuration(of: $0.track.minimumFrameDuration) }.filter(\.isNumeric).min() ?? .invalid
  }
}
