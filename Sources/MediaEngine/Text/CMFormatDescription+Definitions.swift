package import CoreMedia
import MediaInterop
import MovieFile

/// The style sheets and regions of WebVTT, which stand beside the texts.
extension CMFormatDescription {
  /// The blocks, in the configuration of a stream or in that of a movie's sample entry; empty without them, and for
  /// other codings.
  package var textDefinitions: [String] { textHead.map { WebVTTBlocks.definitions(in: $0) } ?? [] }

  /// The head of a WebVTT file: all before the first cue.
  private var textHead: [UInt8]? {
    switch code {
    case "WVTT": return configuration(CodecParameters.unnamedConfiguration)
    case "wvtt":
      let entry = try? VerbatimEntry(self)?.entry(kind: .subtitle)
      guard case .other(let payload)? = entry?.fields else { return nil }
      var boxes = ByteReader(payload, boxType: code)
      while let box = try? boxes.nextBox() { if box.type == "vttC" { return box.payload } }
      return nil
    default: return nil
    }
  }
}
