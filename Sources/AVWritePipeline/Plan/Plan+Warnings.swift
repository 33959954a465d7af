/// The warnings before a job begins, which do not stop it.
extension Plan {
  /// Returns the warnings about one output, a sentence each.
  func warnings(about rendition: Rendition) -> [String] {
    let warnings = [
      highRange(rendition), idlePictureOptions(rendition), idleSoundOptions(rendition),
      idleDeinterlacing(rendition), idleFades(rendition), idleCodecs(rendition), idleDescriptions(rendition),
    ]
    return warnings.compactMap { $0.map { "\(rendition.name): \($0)" } }
  }

  /// Returns the warning that pictures stay in high dynamic range because no option says otherwise. They are then
  /// encoded as HEVC, which most browsers do not show.
  private func highRange(_ rendition: Rendition) -> String? {
    guard container.isMovie, rendition.video.codec == nil, rendition.video.toneMapping == nil else { return nil }
    let isHigh = encodedPictures.contains { source, encoding in
      encoding.codec == .hevc && !encoding.isToneMapped && source.video?.hasHighDynamicRange == true
    }
    return isHigh
      ? "stays HDR, as HEVC, which most browsers do not show; for browsers use --preset web-1080p" : nil
  }

  // Options that could have had an effect on other media.

  private func idlePictureOptions(_ rendition: Rendition) -> String? {
    guard encodedPictures.isEmpty else {
      let isHigh = encodedPictures.contains { $0.source.video?.hasHighDynamicRange == true }
      let idle = rendition.options.filter { $0 == "tone-map" }
      return isHigh ? nil : Self.idle(idle, "no video is HDR")
    }
    // The frame rate says when the pictures of a sequence are shown, encoded or not.
    let hasPictures = tracks.contains { $0.source.kind == .video }
    let turns = tracks.contains { $0.turnedCopy != nil } ? ["rotate", "flip"] : []
    let idle = rendition.options.filter {
      Settings.ofPictures.contains($0) && !($0 == "frame-rate" && hasPictures) && !turns.contains($0)
    }
    return Self.idle(idle, "no video is encoded")
  }

  private func idleSoundOptions(_ rendition: Rendition) -> String? {
    let isEncoded = tracks.contains { if case .encodeAudio = $0.action { true } else { false } }
    return isEncoded ? nil : Self.idle(rendition.options.filter(Settings.ofSound.contains), "no audio is encoded")
  }

  /// Returns the warning about options for codecs of tracks that other options copy or leave out. A codec option
  /// without such other options gives no warning, since it may be meant for other inputs of a batch.
  private func idleCodecs(_ rendition: Rendition) -> String? {
    let others = rendition.copies.union(rendition.drops).union(kindsNotChosen)
    let encodesSound = tracks.contains { if case .encodeAudio = $0.action { true } else { false } }
    let idle = rendition.options.filter { option in
      switch option {
      case "video-codec": others.contains(.video) && encodedPictures.isEmpty && rendition.video.codec != .copy
      case "audio-codec": others.contains(.audio) && !encodesSound && rendition.audio.codec != .copy
      default: false
      }
    }
    return Self.idle(idle, "the choice of tracks leaves none to encode")
  }

  /// The kinds of the source's tracks that `--tracks` does not name.
  private var kindsNotChosen: Set<TrackKind> {
    let tracks = ledger.dropped.filter {
      $0.reason == Ledger.Entry.isNotChosen && $0.fact.split(separator: ".").count == 2
    }
    return Set(tracks.compactMap { $0.from.flatMap(TrackKind.init(rawValue:)) })
  }

  /// Returns the warning about tracks that are described and not written.
  private func idleDescriptions(_ rendition: Rendition) -> String? {
    let written = Set(tracks.map(\.source.id))
    let described = [
      ("language", Set(rendition.metadata.languages.keys)), ("track-metadata", Set(rendition.metadata.trackItems.keys)),
    ]
    let idle = described.flatMap { option, ids in
      ids.subtracting(written).sorted().map { "--\(option) of track \($0)" }
    }
    if idle.isEmpty { return nil }
    return "\(idle.joined(separator: ", ")) \(idle.count == 1 ? "has" : "have") no effect: no such track is written"
  }

  private func idleDeinterlacing(_ rendition: Rendition) -> String? {
    guard rendition.video.isDeinterlaced == true, !encodedPictures.isEmpty,
      encodedPictures.allSatisfy({ $0.source.video?.isWhole == true })
    else { return nil }
    return Self.idle(rendition.options.filter { $0 == "deinterlace" }, "no video is interlaced")
  }

  private func idleFades(_ rendition: Rendition) -> String? {
    let isEncoded = tracks.contains { $0.action != .copy && [.video, .audio].contains($0.kind) }
    let idle = rendition.options.filter { ["fade-in", "fade-out"].contains($0) }
    return isEncoded ? nil : Self.idle(idle, "neither video nor audio is encoded")
  }

  /// Returns the warning about options without effect. It is nil where there are none.
  private static func idle(_ options: [String], _ reason: String) -> String? {
    if options.isEmpty { return nil }
    let names = options.map { "--" + $0 }.joined(separator: ", ")
    return "\(names) \(options.count == 1 ? "has" : "have") no effect: \(reason)"
  }

  private var encodedPictures: [(source: TrackFacts, encoding: VideoEncoding)] {
    tracks.compactMap { if case .encodeVideo(let encoding) = $0.action { ($0.source, encoding) } else { nil } }
  }
}

extension [Plan] {
  /// Returns the warnings about all outputs of a job, a sentence each.
  package func warnings(about job: JobDescription) -> [String] {
    zip(job.renditions, self).flatMap { rendition, plan in plan.warnings(about: rendition) }
  }
}
