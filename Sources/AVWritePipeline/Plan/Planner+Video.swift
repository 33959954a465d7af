internal import AVFoundation
internal import MediaSupport

extension Planner {
  func decideVideo(_ track: TrackFacts) throws(JobError) -> Decision {
    if rendition.video.codec == .copy { return try copy(track, reason: "--video-codec copy") }
    if job.edit != nil, !repeatsPackets(of: track), refusals[track.id] == nil {
      return .keep(.copy, reason: "its codec fits in \(container.rawValue)")
    }
    guard let video = track.video, video.width > 0, video.height > 0 else {
      if !track.isDecodable { return try leaveOutUndecodable(track) }
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no picture size")
    }
    if let codec = rendition.video.codec {
      guard container.videoEncoders.contains(codec) else { throw lacks(codec) }
      return .keep(.encodeVideo(try encoding(of: track, video, in: codec)), reason: "--video-codec")
    }
    if job.edit != nil, let refusal = refusals[track.id] {
      return .keep(.encodeVideo(try encoding(of: track, video, in: likeliestCodec(for: track, video))), reason: refusal)
    }
    let codec = usualCodec(for: video)
    let kind = video.needsDepth ? "HDR or high-bit-depth video" : "video"
    let reason = "\(codec.rawValue) is the usual codec of \(container.rawValue) for \(kind)"
    return .keep(.encodeVideo(try encoding(of: track, video, in: codec)), reason: reason)
  }

  /// Returns the source's own codec, where the container has it and this build encodes it.
  private func likeliestCodec(for track: TrackFacts, _ video: TrackFacts.Video) -> VideoChoice.Codec {
    container.videoEncoders.first { $0.type?.rawValue == track.codec } ?? usualCodec(for: video)
  }

  private func lacks(_ codec: VideoChoice.Codec) -> JobError {
    let others = Container.allCases.filter { $0.videoEncoders.contains(codec) }.map(\.rawValue)
    return JobError(
      .containerUnsupported, "\(container.rawValue) files cannot carry \(codec.rawValue) video from this build",
      hint: "\(others.joined(separator: ", ")) can")
  }

  /// Checks that an option which only some encoders have reaches one of them. The container chose the codec if the
  /// settings named none.
  ///
  /// - Throws: `JobError` of exit 69 where pictures are encoded, and none by such an encoder.
  func requireEncoder(ofOptionsIn plan: Plan) throws(JobError) {
    let compression = rendition.video.compression
    let codecs = plan.tracks.compactMap { track -> VideoChoice.Codec? in
      if case .encodeVideo(let encoding) = track.action { encoding.codec } else { nil }
    }
    guard let codec = codecs.first else { return }
    func require(_ option: String?, of able: Set<VideoChoice.Codec>) throws(JobError) {
      guard let option, able.isDisjoint(with: codecs) else { return }
      throw JobError(
        .settingsUnsupported,
        "\(rendition.name): pictures are encoded as \(codec.rawValue), which does not support \(option)",
        hint: "leave it out, or choose a container of \(able.map(\.rawValue).sorted().joined(separator: " or "))")
    }
    try require(compression.optionsOfH264.first, of: [.h264])
    if let profile = compression.profile { try require("--profile \(profile.rawValue)", of: profile.codecs) }
  }

  /// Returns the default codec. If a profile is asked for, this is a codec that has the profile.
  private func usualCodec(for video: TrackFacts.Video) -> VideoChoice.Codec {
    let codecs = container.videoEncoders.filter { rendition.video.compression.profile?.codecs.contains($0) ?? true }
    // The other codecs can encode in one pass only.
    let needsH264 = rendition.video.makesPasses || !rendition.video.compression.optionsOfH264.isEmpty
    if needsH264, codecs.contains(.h264) { return .h264 }
    return video.needsDepth && codecs.contains(.hevc) ? .hevc : codecs.first ?? container.videoEncoders[0]
  }

  private func encoding(
    of track: TrackFacts, _ video: TrackFacts.Video, in codec: VideoChoice.Codec
  ) throws(JobError) -> VideoEncoding {
    var arranger = PictureArranger(Geometry(video), hasFields: video.fields != nil)
    do throws(PictureArranger.Flaw) {
      try arranger.arrange(rendition.video.edits, size: rendition.video.size, keepsMatrix: container.isMovie)
    } catch {
      throw JobError(.usage, "\(job.input): \(track.title): \(error.reason)")
    }
    let (arrangement, geometry) = (arranger.arrangement, arranger.geometry)
    let isDeinterlaced = rendition.video.isDeinterlaced ?? false || video.fields != nil && arrangement.breaksFields
    let isToneMapped = mapsTones(of: video, in: codec)
    var compression = rendition.video.compression
    compression.rateControl = compression.rateControl ?? codec.defaultQuality.map { .quality($0) }
    compression.speed = compression.speed ?? codec.defaultSpeed(isRealTime: job.isRealTime)
    compression.pixelFormat = pixelFormat(of: video, in: codec, isToneMapped: isToneMapped)
    return VideoEncoding(
      codec: codec, isToneMapped: isToneMapped, arrangement: arrangement, width: geometry.width,
      height: geometry.height, pixelAspect: geometry.pixelAspect,
      cleanAperture: arrangement.leavesPlaces ? video.statableAperture(in: container) : nil,
      transform: geometry.transform, compression: compression,
      makesPasses: rendition.video.makesPasses && codec == .h264, frameRate: rendition.video.frameRate,
      isDeinterlaced: isDeinterlaced)
  }

  /// Returns whether the output has no high dynamic range, or would have it where no player looks for it.
  private func mapsTones(of video: TrackFacts.Video, in codec: VideoChoice.Codec) -> Bool {
    guard video.hasHighDynamicRange else { return false }
    switch rendition.video.toneMapping {
    case .on: return true
    case .off: return false
    case .auto, nil: break
    }
    if let wanted = rendition.video.compression.pixelFormat { return wanted.bitsPerComponent == 8 }
    switch codec {
    case .h264, .mjpeg: return true
    case .hevc: return rendition.video.compression.profile == .main
    default: return false
    }
  }

  /// Returns the format that is asked for, or the codec's usual one. Nil leaves the choice to the encoder, which knows
  /// the pictures' own format and whether they have alpha.
  private func pixelFormat(
    of video: TrackFacts.Video, in codec: VideoChoice.Codec, isToneMapped: Bool
  ) -> VideoCompression.PixelFormat? {
    if let wanted = rendition.video.compression.pixelFormat { return wanted }
    switch (codec, rendition.video.compression.profile) {
    // VP9's encoder has alpha only with eight bits, and movies have no place for it.
    case (.vp9, _)
    where video.hasAlpha && !video.hasHighDynamicRange && !container.isMovie && !rendition.video.edits.draws:
      return .yuva420p
    case (.hevc, let profile?): return profile == .main10 ? .yuv420p10 : .yuv420p
    case (.hevc, nil), (.av1, _), (.vp9, _): return video.needsDepth && !isToneMapped ? .yuv420p10 : .yuv420p
    // High dynamic range shows steps in eight bits. Few players of H.264 take ten bits: other deep pictures get eight.
    case (.h264, nil) where video.hasHighDynamicRange && !isToneMapped: return .yuv420p10
    case (.prores, .fullChroma), (.prores, .fullChromaXQ), (.ffv1, _): return nil
    case (.prores, _): return .yuv422p10
    case (.h264, _), (.mjpeg, _), (.copy, _), (.none, _): return .yuv420p
    }
  }
}

extension TrackFacts.Video {
  /// A Boolean value that says whether eight bits for each component would show steps, or lose bits of the source.
  fileprivate var needsDepth: Bool { hasHighDynamicRange || bitsPerComponent ?? 8 > 8 }
}
