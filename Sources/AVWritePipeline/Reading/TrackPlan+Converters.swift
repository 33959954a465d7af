internal import AVFoundation

extension TrackPlan {
  /// Returns a converter of the track's text, or nil for a track whose text, if it has any, stays as it is.
  func textConverter(of track: AVAssetTrack, in plan: Plan) -> AVTimedTextConverter? {
    guard case .convertText = action, let format = track.format else { return nil }
    let (width, height) = plan.pictureSize
    return AVTimedTextConverter(
      from: format, to: plan.container.fileType, pictureSize: CGSize(width: width, height: height),
      isForced: source.roles.contains(.forced),
      start: CMTime(plan.part.origin), end: plan.part.end.map { CMTime($0) } ?? .positiveInfinity)
  }

  /// Returns the converter that changes the track's samples, or nil if they are not changed.
  ///
  /// - Parameter isChapterList: true if the samples are chapters.
  func converter(of track: AVAssetTrack, in plan: Plan, isChapterList: Bool) -> (any SampleConverter)? {
    if let frameRate { return FrameRateConverter(frameRate, origin: CMTime(plan.part.origin)) }
    if let text = textConverter(of: track, in: plan) { return TextTrackConverter(text) }
    if plan.part.isWhole { return nil }
    return ClippedTexts(track, to: (isChapterList ? plan.part.ofChapters : plan.part).timeRange)
  }
}
