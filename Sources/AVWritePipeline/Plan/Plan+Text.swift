extension [Plan] {
  /// Returns the plans as text for people; if there are several, each under the name of its output.
  package func text(for outputs: [String]) -> String {
    guard count > 1 else { return map(\.text).joined() }
    return zip(outputs, self).map { "\($0.outputName.printable):\n\($1.text)" }.joined(separator: "\n")
  }
}

extension Plan {
  /// The plan as text for people: a line for each track, and then the facts that will not be as they were.
  fileprivate var text: String {
    var lines = ["container: \(container.name)"]
    if let start = part.start { lines.append("from: \(start.clock)") }
    if let end = part.end { lines.append("to: \(end.clock)") }
    if let speed { lines.append("speed: \(speed.text)") }
    if isRealTime { lines.append("in real time: pictures are dropped when the encoder is too slow") }
    lines += tracks.map { track in
      let texts = [track.action.text] + track.edits.lines.map(\.text)
      let file = track.file.map { " of \($0)" } ?? ""
      return "\(track.source.title)\(file): \(texts.joined(separator: ", ")) (\(track.reason))"
    }
    lines += ledger.lines + [ledger.summary]
    return lines.printableText
  }
}

extension TrackPlan.Action {
  var text: String {
    switch self {
    case .copy: "copied"
    case .encodeVideo(let encoding): "encoded as \(encoding.text)"
    case .encodeAudio(let encoding):
      "encoded as "
        + [
          encoding.format.text, "\(encoding.sampleRate) Hz", "\(encoding.channels) channels", encoding.volume?.text,
          encoding.fades?.text,
        ].compactMap(\.self).joined(separator: ", ")
    case .convertText(let encoding): "converted to \(encoding.codec.withoutTrailingSpaces)"
    }
  }
}

extension VideoEncoding {
  fileprivate var text: String {
    let size = "\(codec.rawValue) \(width)x\(height)"
    let rate = frameRate.map { "\($0.text) fps" }
    return
      ([
        size, isDeinterlaced ? "deinterlaced" : nil, isTurned ? "turned" : nil,
        isToneMapped ? "tone-mapped" : nil, fades?.text, rate,
      ] + compression.texts + [makesPasses ? "several passes" : nil, isSplit ? "in segments" : nil])
      .compactMap { $0 }.joined(separator: ", ")
  }
}

extension AudioEncoding.Format {
  fileprivate var text: String {
    switch self {
    case .lossy(_, let rate): "\(name) at \(rate.bitsPerSecond / 1000) kb/s"
    case .lossless(_, let bits): "\(bits)-bit \(name)"
    case .pcm(let form): "\(form.bits)-bit \(form.isFloat ? "floating-point" : "integer") PCM"
    }
  }
}
