import MediaInterop
import MediaSupport
import MediaTags

extension SourceInformation {
  /// The language of a file's only sound, if the tags state it for the file: ID3's `TLAN`, or a Vorbis comment's
  /// `LANGUAGE`. It is `nil` for a text that is no ISO 639 code.
  var languageOfTheFile: String? {
    guard let container = probe.traits.tags, [.frames, .aiff, .flac].contains(container),
      let text = metadata.first(where: { $0.meaning == Self.language })?.plainText?.lowercased(),
      (2...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), text != "und"
    else { return nil }
    return ISO639.terminological(text)
  }

  /// The name of the language's row in the table of meanings.
  private static let language = "language"
}
