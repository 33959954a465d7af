internal import MediaSupport

extension TrackFacts {
  /// Returns the facts about the track, except its references to other tracks.
  ///
  /// - Parameter origin: the time at which the file's first track begins.
  func facts(origin: ExactTime) -> [Fact] {
    let prefix = factName
    var facts = [Fact(prefix, kind.rawValue), Fact(prefix + ".codec", codec.withoutTrailingSpaces)]
    if let standardLanguage { facts.append(Fact(prefix + ".language", standardLanguage)) }
    if !handlerName.isEmpty { facts.append(Fact(prefix + ".handler", handlerName)) }
    facts.append(Fact(prefix + ".enabled", isEnabled ? "yes" : "no"))
    facts += roles.map { Fact("\(prefix).role.\($0.rawValue)", "yes") }
    // Timecode begins with the media that it counts, and text whenever there is some; neither has a start of its own.
    if [.video, .audio].contains(kind) {
      let delay = ExactTime(value: -origin.value, scale: origin.scale).adding(start) ?? start
      facts.append(Fact(prefix + ".start", time: delay))
    }
    if let duration { facts.append(Fact(prefix + ".duration", time: duration).observed) }
    // Sound that is encoded again has other packets, and text may or may not state its pauses: only pictures count.
    if kind == .video, let sampleCount { facts.append(Fact(prefix + ".samples", "\(sampleCount)").observed) }
    if video != nil, timeScale > 0 { facts.append(Fact(prefix + ".timeScale", "\(timeScale)").observed) }
    if hasTextDefinitions { facts.append(Fact(prefix + ".style.definitions", "WebVTT")) }
    facts += video?.facts(prefix + ".video") ?? []
    facts += audio?.facts(prefix + ".audio") ?? []
    facts += timecode?.facts(prefix + ".timecode") ?? []
    return facts
  }

  /// The language as a BCP 47 tag, or nil if the file says none.
  var standardLanguage: String? {
    let tag = (languageTag ?? languageCode).map(ISO639.tag)
    return tag?.split(separator: "-").first == "und" ? nil : tag
  }
}

extension TrackFacts.Video {
  fileprivate func facts(_ prefix: String) -> [Fact] {
    let rate = (framesPerSecond * 1000).rounded() / 1000
    var frameRate = Fact(prefix + ".frameRate", "\(rate)").observed
    frameRate.number = Fact.Number(value: rate, tolerance: rate * Self.rateTolerance)
    let values: [(String, String?)] = [
      ("pixelAspect", pixelAspect.isSquare ? nil : "\(pixelAspect.horizontal):\(pixelAspect.vertical)"),
      ("cleanAperture", cleanAperture?.text), turnFact, ("color.primaries", primaries), ("color.transfer", transfer),
      ("color.matrix", matrix), ("color.profile", colorProfile),
      ("chromaLocation", chromaLocation == Self.usualChromaLocation ? nil : chromaLocation), ("fields", fields),
      ("alpha", hasAlpha ? "yes" : nil), ("masteringDisplay", masteringDisplay),
      ("contentLight", contentLight.map { "\($0.maximum),\($0.maximumAverage)" }),
      ("dolbyVision", dolbyVision.map { "profile \($0.profileName), level \($0.level)" }),
      ("hdr10Plus", dynamicMetadata.map { "version \($0)" }), ("timecode", timecode),
      ("captions", hasCaptions ? "ATSC A/53" : nil),
    ]
    var facts = [Fact(prefix + ".size", "\(width)x\(height)")]
    if framesPerSecond > 0 { facts.append(frameRate) }
    if let bitsPerComponent { facts.append(Fact(prefix + ".bitDepth", "\(bitsPerComponent)").observed) }
    if let chroma { facts.append(Fact(prefix + ".chroma", chroma).observed) }
    if let isFullRange {
      let range = Fact(prefix + ".color.range", isFullRange ? "full" : "limited")
      // Limited range is what decoders assume, so a file need not state it.
      facts.append(isFullRange ? range : range.observed)
    }
    return facts + (values + spatial.values).compactMap { name, value in value.map { Fact("\(prefix).\(name)", $0) } }
  }

  /// The chroma location that decoders assume where a file states none.
  private static let usualChromaLocation = "Left"

  /// The largest error of the mean frame rate from rounded times, as a share of the rate.
  static let rateTolerance = 0.002

  /// The name and the value of the matrix: its rotation and mirroring, where it does nothing else.
  var turnFact: (name: String, value: String?) {
    guard let turn = Geometry(self).turn else { return ("matrix", transform.map { "\($0)" }.joined(separator: " ")) }
    let degrees = 90 * turn.quarters
    if turn.isMirrored { return ("matrix", degrees == 0 ? "mirrored" : "mirrored, then turned by \(degrees) degrees") }
    return ("rotation", degrees == 0 ? nil : "\(degrees)")
  }
}

extension TrackFacts.Spatial {
  fileprivate var values: [(String, String?)] {
    [
      ("spatial.views", views), ("spatial.heroEye", heroEye), ("spatial.baseline", baseline.map { "\($0) mm" }),
      ("spatial.disparity", disparity.map { "\($0)" }), ("spatial.projection", projection),
      ("spatial.packing", packing), ("spatial.fieldOfView", fieldOfView.map { "\($0) degrees" }),
    ]
  }
}

extension TrackFacts.Audio {
  fileprivate func facts(_ prefix: String) -> [Fact] {
    var facts = [Fact(prefix + ".sampleRate", "\(Int(sampleRate))"), Fact(prefix + ".channels", "\(channels)")]
    if let inputSampleRate { facts.append(Fact(prefix + ".sampleRate.input", "\(inputSampleRate)")) }
    if let volume { facts.append(Fact(prefix + ".volume", "\(volume)")) }
    if !layout.isEmpty { facts.append(Fact(prefix + ".layout", layout)) }
    if let bitsPerChannel {
      facts.append(Fact(prefix + ".bitDepth", "\(bitsPerChannel)" + (isFloat ? " floating-point" : "")))
    }
    return facts
  }
}

extension TrackFacts.Timecode {
  fileprivate func facts(_ prefix: String) -> [Fact] {
    var facts = [
      Fact(prefix + ".frameDuration", "\(frameDuration.value)/\(frameDuration.scale)"),
      Fact(prefix + ".dropFrame", dropsFrames ? "yes" : "no"),
    ]
    if let start { facts.append(Fact(prefix + ".start", start)) }
    return facts
  }
}
