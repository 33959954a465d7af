extension SourceFacts {
  /// Returns the output of `avwrite inspect` for one file.
  package func text(path: String) -> String {
    var head = [path]
    if !container.isEmpty { head.append(container) }
    if let duration { head.append(duration.clock) }
    if let byteCount { head.append("\(byteCount) bytes") }
    var lines = [head.joined(separator: ", ")] + metadata.map { "  " + $0.text }
    for track in tracks { lines += ["  " + track.text] + track.metadata.map { "    " + $0.text } }
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
  var text: String {
    var parts = [title]
    if let video { parts.append(video.text) }
    if let audio {
      parts.append("\(Int(audio.sampleRate)) Hz, \(audio.channels) \(audio.channels == 1 ? "channel" : "channels")")
    }
    parts.append("\(start.clock) + \(duration?.clock ?? "unknown")")
    if let sampleCount { parts.append("\(sampleCount) samples") }
    if let bitsPerSecond, bitsPerSecond >= 1 { parts.append("\(Int(bitsPerSecond / 1000)) kb/s") }
    if let language = languageTag ?? languageCode { parts.append(language) }
    for association in associations {
      parts.append("\(association.kind) \(association.tracks.map(String.init).joined(separator: "+"))")
    }
    parts += roles.map(\.rawValue)
    if !isEnabled { parts.append("disabled") }
    if !isDecodable { parts.append("no decoder") }
    return parts.joined(separator: ", ")
  }
}

extension TrackFacts.Video {
  fileprivate var text: String {
    var parts = ["\(width)x\(height)"]
    let displayed = Geometry(self).displayed
    let shown = "\(Int(displayed.width.rounded()))x\(Int(displayed.height.rounded()))"
    if shown != parts[0] { parts.append("shown as \(shown)") }
    if framesPerSecond > 0 { parts.append("\((framesPerSecond * 1000).rounded() / 1000) fps") }
    let colour = [primaries, transfer, matrix].compactMap { $0 }
    if !colour.isEmpty { parts.append(colour.joined(separator: "/")) }
    if let views = spatial.views { parts.append(views) }
    if hasCaptions { parts.append("closed captions") }
    return parts.joined(separator: ", ")
  }
}
