/// The kind of a track's media, by the handler that presents it (`hdlr`, ISO 14496-12 8.4.3).
package struct HandlerType: RawRepresentable, Hashable, Sendable {
  /// The handler type.
  package var rawValue: FourCC

  package init(rawValue: FourCC) { self.rawValue = rawValue }

  package static let video = HandlerType(rawValue: "vide")
  package static let audio = HandlerType(rawValue: "soun")
  /// Text, and QuickTime's chapter titles.
  package static let text = HandlerType(rawValue: "text")
  /// Timed text that is shown over the picture (`tx3g`).
  package static let subtitle = HandlerType(rawValue: "sbtl")
  /// ISO's subtitles (`stpp`).
  package static let isoSubtitle = HandlerType(rawValue: "subt")
  package static let closedCaption = HandlerType(rawValue: "clcp")
  package static let timecode = HandlerType(rawValue: "tmcd")
  package static let metadata = HandlerType(rawValue: "meta")

  /// The name in `hdlr` if the caller gives none.
  var defaultHandlerName: String {
    switch self {
    case .video: "Video Handler"
    case .audio: "Sound Handler"
    case .text, .subtitle, .isoSubtitle: "Text Handler"
    case .closedCaption: "Closed Caption Handler"
    case .timecode: "Time Code Handler"
    case .metadata: "Metadata Handler"
    default: "Media Handler"
    }
  }

  /// Returns the type of the box in `minf` that states how the media is presented.
  func mediaHeader(in format: FileFormat) -> FourCC {
    switch self {
    case .video: "vmhd"
    case .audio: "smhd"
    case _ where format.isQuickTime: "gmhd"
    case .isoSubtitle: "sthd"
    default: "nmhd"
    }
  }
}
