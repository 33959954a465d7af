extension Planner {
  /// Returns the conversion of text to the container's own form, or nil for a track that is copied or is no text.
  func decideText(_ track: TrackFacts) -> Decision? {
    guard [.subtitle, .text].contains(track.kind), !source.chapterTracks.contains(track.id),
      !rendition.copies.contains(track.kind), !isCarried(track), let codec = container.textCodec(for: track.codec)
    else { return nil }
    let reason = "\(codec.withoutTrailingSpaces) is the text format of \(container.rawValue)"
    return .keep(.convertText(TextEncoding(codec: codec)), reason: reason)
  }

  /// Returns whether a text track is carried as it is. Except in `mov`, QuickTime's text is only for lists of chapters.
  private func isCarried(_ track: TrackFacts) -> Bool {
    container.carries(track.kind) && refusals[track.id] == nil && (track.kind != .text || container == .mov)
  }
}

extension TrackPlan {
  /// The kind of the track in the output.
  var kind: TrackKind { if case .convertText = action { .subtitle } else { source.kind } }
}

extension Plan {
  /// The size of the picture that text is laid over, as it is shown.
  var pictureSize: (width: Double, height: Double) {
    for track in tracks {
      switch (track.action, track.source.video) {
      case (.encodeVideo(let encoding), _): return (Double(encoding.width), Double(encoding.height))
      case (.copy, let video?): return Geometry(video).displayed
      default: continue
      }
    }
    return (0, 0)
  }
}
