import Bitstreams
import CoreMedia
import MediaInterop
import MovieFile

/// The configurations of codecs of sound, which a format has as an atom of a sample entry, as a magic cookie, or as
/// both.
extension CMFormatDescription {
  /// Returns the contents of an atom, or what the magic cookie has for it. It is `nil` if there is neither, and for a
  /// cookie that is not whole.
  func configuration(_ type: FourCC) -> [UInt8]? {
    if let atom = extensions.atoms.first(where: { $0.type == type }) { return atom.payload }
    guard mediaType == .audio, let cookie = magicCookie.map({ [UInt8]($0) }) else { return nil }
    switch type {
    case "esds": return try? Self.descriptor(cookie: cookie)
    case "alac": return try? ALACConfiguration(parsing: cookie).serialized()
    case "dfLa": return try? FLACConfiguration(extraData: cookie).serialized()
    case "dOps": return try? OpusConfiguration(opusHead: cookie).serialized()
    case CodecParameters.unnamedConfiguration: return cookie
    default: return nil
    }
  }

  /// Returns the elementary stream descriptor of a cookie. A cookie is such a descriptor, which begins with its tag 3,
  /// or an AudioSpecificConfig, whose first five bits are an object type: 3 there would be 0x18.
  private static func descriptor(cookie: [UInt8]) throws -> [UInt8] {
    if cookie.first == 3 {
      let payload = [0, 0, 0, 0] + cookie
      _ = try ElementaryStreamDescriptor(parsing: payload)
      return payload
    }
    let config = try AudioSpecificConfig(parsing: cookie)
    return ElementaryStreamDescriptor(
      objectType: .aac, streamType: .audio, decoderSpecificInfo: config.bytes
    ).serialized()
  }
}
