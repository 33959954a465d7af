extension Planner {
  func decideVideo(_ track: TrackFacts) throws(JobError) -> Decision {
    if job.video.codec == .copy { return .keep(.copy, reason: "--video-codec copy") }
    guard let video = track.video, video.width > 0, video.height > 0 else {
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no picture size")
    }
    return .keep(.encodeVideo(encoding(of: video)), reason: "h264 is the video codec of \(container.rawValue)")
  }

  private func encoding(of video: TrackFacts.Video) -> VideoEncoding {
    let geometry = Geometry(video).scaled(to: job.video.size)
    return VideoEncoding(
      width: geometry.width, height: geometry.height, pixelAspect: geometry.pixelAspect,
      transform: geometry.transform, rateControl: job.video.rateControl,
      speed: job.video.speed ?? (job.video.isRealTime ? .veryfast : .medium),
      profile: job.video.profile, keyFrameInterval: job.video.keyFrameInterval, pixelFormat: job.video.pixelFormat)
  }
}
