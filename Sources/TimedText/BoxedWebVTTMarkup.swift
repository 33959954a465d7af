import MovieFile

/// A sample of WebVTT in a movie: boxes of cues that are shown together (ISO 14496-30, 6.6).
package enum BoxedWebVTTMarkup {
  package static func cues(of sample: [UInt8]) -> [StyledText] {
    var cues: [StyledText] = []
    // Boxes after a damaged one are ignored.
    try? ByteReader(sample, boxType: "wvtt").forEachBox { cue in
      guard cue.type == "vttc" else { return }
      var (text, described) = (StyledText(), WebVTTCue())
      try cue.contents.forEachBox { part in
        let content = String(decoding: part.payload, as: UTF8.self)
        switch part.type {
        case "payl": text.appendLines(of: WebVTTMarkup.text(of: content))
        case "sttg": described.settings = content.firstLine
        case "iden": described.identifier = content.firstLine
        default: break
        }
      }
      text.cue = described
      cues.append(text)
    }
    return cues
  }
}

extension String {
  /// The first line of the text. A line end within an identifier or settings would end them in a WebVTT file.
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}
