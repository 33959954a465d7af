extension SourceFacts {
  /// Returns the output of `avwrite inspect` for one file.
  package func text(path: String) -> String {
    var head = [path]
    if !container.isEmpty { head.append(container) }
    if let duration { head.append(duration.clock) }
    if let byteCount { head.append("\(byteCount) bytes") }
    var lines = [head.joined(separator: ", ")] + metadata.map { "  " + $0.text }
    for track in tracks { lines += track.lines.map { "  " + $0 } + track.metadata.map { "    " + $0.text } }
    lines += chapters.map { "  " + $0.text } + attachments.map { "  " + $0.text }
    return lines.printableText
  }
}

extension MetadataFact {
  fileprivate var text: String {
    let language = languageTag.map { " (\($0))" } ?? ""
    return "\(identifier)\(language): \(value)"
  }
}

extension ChapterFact {
  fileprivate var text: String {
    "chapter at \(start.clock)" + (title.map { ": " + $0 } ?? "")
  }
}

extension AttachmentFact {
  fileprivate var text: String {
    "attachment \(name), \(mediaType), \(byteCount) bytes" + (note.map { ": " + $0 } ?? "")
  }
}

extension TrackFacts {
  /// The track in two lines: its format, and then its times, size, language and purposes.
  fileprivate var lines: [String] { [nature, "  " + use] }

  private var nature: String {
    var parts = [title]
    if let standard = standardText { parts.append(standard) }
    parts += video?.texts ?? audio?.texts ?? timecode?.texts ?? []
    return parts.joined(separator: ", ")
  }

  private var use: String {
    var parts = ["\(start.clock) + \(duration?.clock ?? "unknown")"]
    if let sampleCount { parts.append("\(sampleCount) samples") }
    if let bitsPerSecond, bitsPerSecond >= 1000 { parts.append("\(Int(bitsPerSecond / 1000)) kb/s") }
    if let language = languageTag ?? languageCode { parts.append(language) }
    for association in associations {
      parts.append("\(association.kind) \(association.tracks.map(String.init).joined(separator: "+"))")
    }
    parts += roles.map(\.rawValue)
    if !isEnabled { parts.append("disabled") }
    if !isDecodable { parts.append("no decoder") }
    return parts.joined(separator: ", ")
  }

  /// The profile and the level: `High@L4.1`.
  var standardText: String? {
    guard let profile else { return level.map { "level \($0)" } }
    return profile + (level.map { ($0.first?.isNumber == true ? "@L" : "@") + $0 } ?? "")
  }
}

extension TrackFacts.Video {
  fileprivate var texts: [String] {
    let displayed = Geometry(self).displayed
    let shown = "\(Int(displayed.width.rounded()))x\(Int(displayed.height.rounded()))"
    let size = "\(width)x\(height)"
    return [
      size, shown == size ? nil : "shown as \(shown)",
      framesPerSecond > 0 ? "\(rateText) fps" : nil,
      fields.map { _ in "interlaced" }, sampleText, colorText, isFullRange == true ? "full range" : nil,
    ].compactMap { $0 } + dynamicRanges
      + [
        stereo.map { "stereo \($0)" } ?? spatial.views, hasCaptions ? "closed captions" : nil,
        timecode.map { "timecode \($0)" },
      ].compactMap { $0 }
  }

  /// The frame rate with three decimals at most: `25`, `29.97`.
  var rateText: String {
    let rate = (framesPerSecond * 1000).rounded() / 1000
    return Int(exactly: rate).map(String.init) ?? "\(rate)"
  }

  /// The chroma subsampling, the depth and alpha: `4:2:0 8 bits`.
  var sampleText: String? {
    let parts = [chroma, bitsPerComponent.map { "\($0) bits" }, hasAlpha ? "alpha" : nil].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The primaries, transfer and matrix, each name once: `BT.709`, `SMPTE C/BT.709/BT.601`.
  private var colorText: String? {
    var names: [String] = []
    for name in [primaries, transfer, matrix].compactMap({ $0.map { Self.shortNames[$0] ?? $0 } })
    where !names.contains(name) { names.append(name) }
    // The dynamic range has some of these names already.
    names.removeAll { dynamicRanges.contains($0) }
    return names.isEmpty ? nil : names.joined(separator: "/")
  }

  /// The standards' names, by Apple's.
  private static let shortNames = [
    "ITU_R_709_2": "BT.709", "ITU_R_601_4": "BT.601", "ITU_R_2020": "BT.2020", "EBU_3213": "EBU 3213",
    "SMPTE_C": "SMPTE C", "SMPTE_240M_1995": "SMPTE 240M", "P3_D65": "P3", "DCI_P3": "DCI-P3", "IEC_sRGB": "sRGB",
    perceptualQuantizer: "PQ", hybridLogGamma: "HLG",
  ]
}

extension TrackFacts.Audio {
  fileprivate var texts: [String] {
    let count = "\(channels) \(channels == 1 ? "channel" : "channels")"
    return [
      "\(Int(sampleRate)) Hz", layout.isEmpty ? count : layout,
      bitsPerChannel.map { "\($0) bits" + (isFloat ? " floating-point" : "") },
    ].compactMap { $0 }
  }
}

extension TrackFacts.Timecode {
  fileprivate var texts: [String] {
    [start.map { "starts at \($0)" }, dropsFrames ? "drop-frame" : nil].compactMap { $0 }
  }
}
