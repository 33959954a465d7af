/// What is to be known before a job begins and does not stop it.
extension Plan {
  /// One sentence each.
  func warnings(about rendition: Rendition) -> [String] {
    let warnings = [
      highRange(rendition), idlePictureOption(rendition), idleSoundOption(rendition),
      idleDeinterlacing(rendition),
    ]
    return warnings.compactMap { $0.map { "\(rendition.output): \($0)" } }
  }

  /// Pictures stay in high dynamic range because nobody said otherwise: browsers do not show the HEVC that they then are.
  private func highRange(_ rendition: Rendition) -> String? {
    guard container.isMovie, rendition.video.codec == nil, rendition.video.toneMapping == nil else { return nil }
    let isHigh = encodedPictures.contains { source, encoding in
      encoding.codec == .hevc && !encoding.isToneMapped && source.video?.hasHighDynamicRange == true
    }
    return isHigh
      ? "stays in high dynamic range, as HEVC, which most browsers do not show; --preset web-1080p is for them" : nil
  }

  // Options that could have had an effect on other media.

  private func idlePictureOption(_ rendition: Rendition) -> String? {
    guard let option = rendition.options.first(where: Settings.ofPictures.contains) else { return nil }
    // Of a sequence of pictures it says when they are shown, encoded or not.
    let isTime = option == "frame-rate" && tracks.contains { $0.source.kind == .video }
    if encodedPictures.isEmpty { return isTime ? nil : "--\(option) has no effect: no pictures are encoded" }
    let isHigh = encodedPictures.contains { $0.source.video?.hasHighDynamicRange == true }
    return rendition.options.contains("tone-map") && !isHigh
      ? "--tone-map has no effect: no picture is of high dynamic range" : nil
  }

  private func idleSoundOption(_ rendition: Rendition) -> String? {
    guard let option = rendition.options.first(where: Settings.ofSound.contains) else { return nil }
    let isEncoded = tracks.contains { if case .encodeAudio = $0.action { true } else { false } }
    return isEncoded ? nil : "--\(option) has no effect: no sound is encoded"
  }

  private func idleDeinterlacing(_ rendition: Rendition) -> String? {
    guard rendition.options.contains("deinterlace"), rendition.video.isDeinterlaced == true, !encodedPictures.isEmpty,
      encodedPictures.allSatisfy({ $0.source.video?.isWhole == true })
    else { return nil }
    return "--deinterlace has no effect: no picture is interlaced"
  }

  private var encodedPictures: [(source: TrackFacts, encoding: VideoEncoding)] {
    tracks.compactMap { if case .encodeVideo(let encoding) = $0.action { ($0.source, encoding) } else { nil } }
  }
}

extension [Plan] {
  /// What is to be known of each plan.
  package func warnings(about job: JobDescription) -> [String] {
    zip(job.renditions, self).flatMap { rendition, plan in plan.warnings(about: rendition) }
  }
}
