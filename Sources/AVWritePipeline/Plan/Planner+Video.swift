extension Planner {
  func decideVideo(_ track: TrackFacts) throws(JobError) -> Decision {
    if rendition.video.codec == .copy { return .keep(.copy, reason: "--video-codec copy") }
    guard let video = track.video, video.width > 0, video.height > 0 else {
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no picture size")
    }
    let codec = rendition.video.codec
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
    let geometry = Geometry(video).scaled(to: rendition.video.size)
    return VideoEncoding(
      codec: rendition.video.codec, width: geometry.width, height: geometry.height, pixelAspect: geometry.pixelAspect,
      transform: geometry.transform,
      rateControl: rendition.video.rateControl ?? rendition.video.codec.defaultQuality.map { .quality($0) },
      speed: rendition.video.speed ?? (job.isRealTime ? .veryfast : .medium),
      profile: rendition.video.profile, keyFrameInterval: rendition.video.keyFrameInterval,
      pixelFormat: pixelFormat(of: video))
  }

  /// What is asked for, else what the codec usually has.
  private func pixelFormat(of video: TrackFacts.Video) -> VideoChoice.PixelFormat {
    if let wanted = rendition.video.pixelFormat { return wanted }
    switch rendition.video.codec {
    case .hevc:
      if let profile = rendition.video.profile { return profile == .main10 ? .yuv420p10 : .yuv420p }
      return video.bitsPerComponent ?? 8 > 8 ? .yuv420p10 : .yuv420p
    case .prores:
      return [.fullChroma, .fullChromaXQ].contains(rendition.video.profile) ? .yuv444p10 : .yuv422p10
    case .h264, .mjpeg, .copy, .none: return .yuv420p
    }
  }
}
