import MediaInterop

/// A container that this build reads, by its public names: its uniform type and its media types.
///
/// Identifiers are Apple's (`AVFileType`) where there is one, or else those that the format's makers declare; media
/// types are IANA's, with the older spellings that servers send.
package struct ReadableContainer: Sendable {
  package let typeIdentifier: String
  package let mimeTypes: [String]
  /// The name of libavformat's demuxer that reads it.
  let demuxer: String

  private init(_ typeIdentifier: String, _ demuxer: String, _ mimeTypes: [String]) {
    self.typeIdentifier = typeIdentifier
    self.demuxer = demuxer
    self.mimeTypes = mimeTypes
  }

  /// The containers whose demuxer the library has and is allowed to use.
  package static let all = known.filter { Demuxer.reads($0.demuxer) }

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

  static let known = [
    ReadableContainer("com.apple.quicktime-movie", "mov", ["video/quicktime"]),
    ReadableContainer("com.apple.quicktime-audio", "mov", ["audio/quicktime"]),
    ReadableContainer("public.mpeg-4", "mov", ["video/mp4", "audio/mp4", "video/mpeg4", "application/mp4"]),
    ReadableContainer("com.apple.m4v-video", "mov", ["video/x-m4v"]),
    ReadableContainer("com.apple.m4a-audio", "mov", ["audio/x-m4a", "audio/m4a"]),
    ReadableContainer("public.3gpp", "mov", ["video/3gpp", "audio/3gpp"]),
    ReadableContainer("public.3gpp2", "mov", ["video/3gpp2", "audio/3gpp2"]),
    ReadableContainer("public.mp3", "mp3", ["audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/x-mp3"]),
    ReadableContainer(
      "com.microsoft.waveform-audio", "wav", ["audio/wav", "audio/wave", "audio/vnd.wave", "audio/x-wav"]),
    ReadableContainer("public.aiff-audio", "aiff", ["audio/aiff", "audio/x-aiff"]),
    ReadableContainer("public.aifc-audio", "aiff", ["audio/x-aifc"]),
    ReadableContainer("com.apple.coreaudio-format", "caf", ["audio/x-caf"]),
    ReadableContainer("public.au-audio", "au", ["audio/basic"]),
    ReadableContainer("org.3gpp.adaptive-multi-rate-audio", "amr", ["audio/amr"]),
    ReadableContainer("public.ac3-audio", "ac3", ["audio/ac3"]),
    ReadableContainer("public.enhanced-ac3-audio", "eac3", ["audio/eac3"]),
    ReadableContainer("public.aac-audio", "aac", ["audio/aac", "audio/aacp", "audio/x-aac"]),
    ReadableContainer("org.xiph.flac", "flac", ["audio/flac", "audio/x-flac"]),
    ReadableContainer("org.xiph.ogg", "ogg", ["video/ogg", "audio/ogg", "application/ogg"]),
    ReadableContainer("org.matroska.mkv", "matroska", ["video/matroska", "video/x-matroska"]),
    ReadableContainer("org.matroska.mka", "matroska", ["audio/matroska", "audio/x-matroska"]),
    ReadableContainer("org.webmproject.webm", "matroska", ["video/webm", "audio/webm"]),
    ReadableContainer("public.avi", "avi", ["video/avi", "video/vnd.avi", "video/x-msvideo"]),
    ReadableContainer("public.mpeg-2-transport-stream", "mpegts", ["video/mp2t"]),
    ReadableContainer("public.mpeg", "mpeg", ["video/mpeg", "video/mp2p"]),
    ReadableContainer("com.microsoft.advanced-systems-format", "asf", ["video/x-ms-asf", "video/x-ms-wmv"]),
    ReadableContainer("com.adobe.flash.video", "flv", ["video/x-flv"]),
    ReadableContainer("org.smpte.mxf", "mxf", ["application/mxf"]),
  ]
}

extension CodecID {
  /// Makes the coding of an element of a `codecs` parameter: a sample entry's code, with details behind a full stop.
  fileprivate init?(mimeCodec: String) {
    let fields = mimeCodec.split(separator: ".").map { $0.lowercased() }
    guard let code = fields.first else { return nil }
    // Sample entries of MPEG-4 name the coding by its object type (ISO 14496-1, MP4RA), in hexadecimal.
    let name =
      switch (code, fields.dropFirst().first) {
      case ("mp4a", "69"), ("mp4a", "6b"): "mp3"
      case ("mp4a", "a5"): "ac3"
      case ("mp4a", "a6"): "eac3"
      case ("mp4a", _): "aac"
      case ("mp4v", _): "mpeg4"
      case ("avc1", _), ("avc3", _): "h264"
      case ("hvc1", _), ("hev1", _), ("dvh1", _), ("dvhe", _): "hevc"
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
