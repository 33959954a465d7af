package import CoreMedia
import Foundation
import MovieFile
package import TimedText

extension TextForm {
  /// Makes the form of a track's samples; `nil` for samples that are no text, or in a form that cannot be read.
  package init?(_ format: CMFormatDescription) {
    guard Self.isRead(format.mediaSubType) else { return nil }
    switch format.code {
    case "tx3g":
      let entry = (try? VerbatimEntry(format)?.entry(kind: .subtitle)) ?? SampleEntry(text: format)
      guard case .other(let payload)? = entry?.fields, let description = TimedTextDescription(payload) else {
        return nil
      }
      self = .timedText(description)
    // Matroska's plain text has SubRip's form without its tags.
    case "text": self = format.mediaType == .text ? .quickTime : .subRip
    case "wvtt": self = .boxedWebVTT
    case "WVTT": self = .webVTT
    case "srt ": self = .subRip
    default: self = .subStation
    }
  }

  /// Returns whether text in a coding can be converted to another.
  package static func isRead(_ coding: CMFormatDescription.MediaSubType) -> Bool {
    readCodings.contains(FourCC(rawValue: coding.rawValue))
  }

  private static let readCodings: [FourCC] = ["tx3g", "text", "wvtt", "WVTT", "srt ", "ass "]

  /// The format of samples in this form; `nil` for a form that can only be read.
  package var format: CMFormatDescription? {
    switch self {
    case .timedText(let description):
      CMFormatDescription(description.entry, kind: .subtitle, isQuickTime: false)
    case .webVTT: Self.format("WVTT")
    case .subRip: Self.format("srt ")
    case .quickTime, .boxedWebVTT, .subStation: nil
    }
  }

  private static func format(_ coding: FourCC) -> CMFormatDescription? {
    try? CMFormatDescription(mediaType: .subtitle, mediaSubType: .init(rawValue: coding.rawValue))
  }
}

extension ContainerFormat {
  /// The coding to which text is converted if this container cannot carry its own; `nil` if the container has no text.
  package var textCoding: CMFormatDescription.MediaSubType? {
    // These are the codings that can be written, beginning with the one that most players support.
    (["tx3g", "srt ", "WVTT"] as [FourCC]).map { .init(rawValue: $0.rawValue) }
      .first { refusal(of: $0, mediaType: .subtitle) == nil }
  }
}
