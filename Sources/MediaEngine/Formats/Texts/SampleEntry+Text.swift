import CoreMedia
import MovieFile
import TimedText

/// Text, as format descriptions and as movie files describe it.
extension CMFormatDescription.Extensions {
  /// Makes the extensions that say what a sample entry of text says; `nil` for another entry, and for one that is cut.
  init?(text entry: SampleEntry, of kind: HandlerType) {
    guard case .other(let payload) = entry.fields else { return nil }
    self.init()
    switch (entry.format, kind) {
    case (TimedTextDescription.type, _):
      guard let description = TimedTextDescription(payload) else { return nil }
      description.store(in: &self)
    case (QuickTimeTextDescription.type, .text):
      guard let description = QuickTimeTextDescription(payload) else { return nil }
      description.store(in: &self)
    default: return nil
    }
  }
}

extension SampleEntry {
  /// Makes the entry of text from the extensions of its format. It is `nil` for a format in another form than 3GPP's and
  /// QuickTime's, and for one without such extensions.
  init?(text format: CMFormatDescription) {
    switch (format.code, format.mediaType) {
    case (TimedTextDescription.type, _):
      guard let description = TimedTextDescription(format.extensions) else { return nil }
      self = description.entry
    // Matroska's plain text has this code too, and is of subtitles.
    case (QuickTimeTextDescription.type, .text):
      guard let description = QuickTimeTextDescription(format.extensions) else { return nil }
      self = description.entry
    default: return nil
    }
  }
}
