import Bitstreams
import MediaInterop
import MediaSupport

/// The containers that this build reads, by their uniform types and media types.
package enum ReadableContainer {
  /// The containers that the table has a demuxer for.
  package static let known = UniformTypeRow.media.filter { $0.demuxer != nil }

  /// The containers whose demuxer the library has and is allowed to use.
  package static let all = known.filter { $0.demuxer.map(Demuxer.reads) ?? false }

  /// The media types of all containers, each once.
  package static var mimeTypes: [String] {
    var seen: Set<String> = []
    return all.flatMap(\.mimeTypes).filter { seen.insert($0).inserted }
  }

  /// Returns whether media of a type can be read and its codings decoded.
  ///
  /// - Parameter mimeType: the media type, with the codings in a `codecs` parameter or without (RFC 6381): `video/mp4;
  ///   codecs="avc1.640028, mp4a.40.2"`.
  package static func canDecode(mimeType: String) -> Bool {
    let fields = mimeType.split(separator: ";", maxSplits: 1)
    guard let type = fields.first?.trimmed.lowercased(), all.contains(where: { $0.mimeTypes.contains(type) }) else {
      return false
    }
    return codecs(in: fields.count > 1 ? fields[1] : "").allSatisfy { CodecID(mimeCodec: $0)?.hasDecoder ?? false }
  }

  /// Returns the values of the `codecs` parameter.
  private static func codecs(in parameters: Substring) -> [String] {
    // A list with commas in it is in quotes, so semicolons separate parameters.
    for parameter in parameters.split(separator: ";") {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].trimmed.lowercased() == "codecs" else { continue }
      return sides[1].split(separator: ",").map { $0.trimmed.filter { $0 != "\"" } }.map { $0[...].trimmed }
    }
    return []
  }
}

extension CodecID {
  /// Makes the coding of an element of a `codecs` parameter: a sample entry's code, with details behind a full stop.
  fileprivate init?(mimeCodec: String) {
    let fields = mimeCodec.split(separator: ".").map { $0.lowercased() }
    guard let code = fields.first else { return nil }
    if let codec = UInt32(latin1: code).flatMap(NALCodec.init(sampleEntry:)) {
      self.init(codec)
      return
    }
    // Sample entries of MPEG-4 name the coding by its object type (ISO 14496-1, MP4RA), in hexadecimal.
    let name =
      switch (code, fields.dropFirst().first) {
      case ("mp4a", "69"), ("mp4a", "6b"): "mp3"
      case ("mp4a", "a5"): "ac3"
      case ("mp4a", "a6"): "eac3"
      case ("mp4a", _): "aac"
      case ("mp4v", _): "mpeg4"
      case ("av01", _): "av1"
      case ("vp8", _), ("vp08", _): "vp8"
      case ("vp9", _), ("vp09", _): "vp9"
      case ("ac-3", _): "ac3"
      case ("ec-3", _): "eac3"
      default: code
      }
    self.init(name: name)
  }
}

extension Substring {
  /// The text without the white space around it.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
