extension Planner {
  func decideVideo(_ track: TrackFacts) throws(JobError) -> Decision {
    if job.video.codec == .copy { return .keep(.copy, reason: "--video-codec copy") }
    guard let video = track.video, video.width > 0, video.height > 0 else {
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no picture size")
    }
    let codec = job.video.codec
    guard container.videoEncoders.contains(codec) else {
      let others = Container.allCases.filter { $0.videoEncoders.contains(codec) }.map(\.rawValue)
      throw JobError(
        .containerUnsupported, "\(container.rawValue) does not carry \(codec.rawValue) video that this build encodes",
        hint: "\(others.joined(separator: ", ")) can")
    }
    let reason = codec == .h264 ? "h264 is the video codec of \(container.rawValue)" : "--video-codec"
    return .keep(.encodeVideo(encoding(of: video)), reason: reason)
  }

  private func encoding(of video: TrackFacts.Video) -> VideoEncoding {
    let geometry = Geometry(video).scaled(to: job.video.size)
    return VideoEncoding(
      codec: job.video.codec, width: geometry.width, height: geometry.height, pixelAspect: geometry.pixelAspect,
      transform: geometry.transform,
      rateControl: job.video.rateControl ?? job.video.codec.defaultQuality.map { .quality($0) },
      speed: job.video.speed ?? (job.video.isRealTime ? .veryfast : .medium),
      profile: job.video.profile, keyFrameInterval: job.video.keyFrameInterval, pixelFormat: pixelFormat(of: video))
  }

  /// What is asked for, else what the codec usually has.
  private func pixelFormat(of video: TrackFacts.Video) -> VideoChoice.PixelFormat {
    if let wanted = job.video.pixelFormat { return wanted }
    switch job.video.codec {
    case .hevc:
      if let profile = job.video.profile { return profile == .main10 ? .yuv420p10 : .yuv420p }
      return video.bitsPerComponent ?? 8 > 8 ? .yuv420p10 : .yuv420p
    case .prores:
      return [.fullChroma, .fullChromaXQ].contains(job.video.profile) ? .yuv444p10 : .yuv422p10
    case .h264, .mjpeg, .copy, .none: return .yuv420p
    }
  }
}
