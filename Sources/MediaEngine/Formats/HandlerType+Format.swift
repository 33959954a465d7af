package import CoreMedia
package import MovieFile

extension HandlerType {
  /// The handler of a track of this format.
  ///
  /// Core Media has one kind of subtitle, but ISO has several handlers (ISO 14496-30): `subt` for TTML and similar,
  /// `text` for WebVTT; `sbtl` is Apple's, for 3GPP timed text.
  package init(_ format: CMFormatDescription) {
    switch (format.mediaType, FourCC(rawValue: format.mediaSubType.rawValue)) {
    case (.subtitle, "stpp"), (.subtitle, "sbtt"): self = .isoSubtitle
    case (.subtitle, "wvtt"), (.subtitle, "stxt"): self = .text
    default: self.init(rawValue: FourCC(rawValue: format.mediaType.rawValue))
    }
  }

  /// Core Media's media type of the tracks of a handler.
  package var mediaType: CMFormatDescription.MediaType {
    self == .isoSubtitle ? .subtitle : CMFormatDescription.MediaType(rawValue: rawValue.rawValue)
  }
}
