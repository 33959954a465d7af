import MediaSupport
import MovieFile

extension MovieDump {
  func writeTrack(_ track: Track, of movie: Movie) throws {
    let header = track.header
    try outline.block("track \(track.trackID)") {
      outline.field("kind", Notation.code(track.handler.type))
      outline.field("handler", Notation.quoted(track.handler.name))
      outline.field("enabled", header.flags.contains(.enabled))
      outline.field("language", language(of: track))
      outline.field("extended language", track.extendedLanguage.map(Notation.quoted))
      if header.fixedWidth != 0 || header.fixedHeight != 0 {
        outline.field(
          "size", "\(Notation.fixed(Int64(header.fixedWidth)))x\(Notation.fixed(Int64(header.fixedHeight)))")
      }
      writeMatrix(header.matrix)
      if header.layer != 0 { outline.field("layer", header.layer) }
      if header.alternateGroup != 0 { outline.field("alternate group", header.alternateGroup) }
      if track.kind == .audio, header.volume != 1 { outline.field("volume", Notation.number(header.volume)) }
      outline.field("time scale", track.timeScale)
      outline.field("duration", Notation.time(track.mediaHeader.duration, track.timeScale))
      outline.field("presented", Notation.time(header.duration, movie.header.timeScale))
      writeEdits(track, movieScale: movie.header.timeScale)
      writeReferences(track)
      for (index, entry) in track.sampleEntries.enumerated() {
        SampleEntryDump(entry, tellsBytes: tellsBytes, outline: outline).write(number: index + 1)
      }
      try writeSamples(track, of: movie)
    }
  }

  private func language(of track: Track) -> String {
    let language = track.mediaHeader.language
    return language.code ?? "unstated (\(Notation.hex(language.rawValue, digits: 4)))"
  }

  private func writeEdits(_ track: Track, movieScale: Int32) {
    guard !track.edits.isEmpty else { return }
    outline.block("edits") {
      for edit in track.edits.prefix(Limits.listItems) {
        let length = Notation.time(edit.duration, movieScale)
        let rate = edit.rate == Edit.normalRate ? "" : " at rate \(Notation.fixed(Int64(edit.rate)))"
        if let start = edit.mediaStart {
          outline.line("media from \(Notation.time(start, track.timeScale)) for \(length)\(rate)")
        } else {
          outline.line("nothing for \(length)\(rate)")
        }
      }
      if track.edits.count > Limits.listItems { outline.line("and \(track.edits.count - Limits.listItems) more") }
    }
  }

  private func writeReferences(_ track: Track) {
    for reference in track.references.prefix(Limits.listItems) {
      let tracks = reference.trackIDs.prefix(Limits.listItems).map(String.init).joined(separator: " ")
      outline.field("reference \(Notation.code(reference.type))", "track \(tracks)")
    }
    for reference in track.dataReferences.prefix(Limits.listItems) where !reference.isSelfContained {
      outline.field("media elsewhere", "\(Notation.code(reference.kind)) \(Notation.quoted(reference.location ?? ""))")
    }
  }
}
