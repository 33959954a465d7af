extension Plan {
  /// Returns a warning about pictures that stay in high dynamic range because no setting decides it: they become HEVC,
  /// which browsers do not show. It is nil where there are no such pictures.
  func warningOfHighRange(for rendition: Rendition) -> String? {
    guard container.isMovie, rendition.video.codec == nil, rendition.video.toneMapping == nil else { return nil }
    let isHigh = tracks.contains { track in
      guard case .encodeVideo(let encoding) = track.action else { return false }
      return encoding.codec == .hevc && !encoding.isToneMapped && track.source.video?.hasHighDynamicRange == true
    }
    return isHigh
      ? "\(rendition.output): stays in high dynamic range, as HEVC, which most browsers do not show; --preset web-1080p is for them"
      : nil
  }
}
