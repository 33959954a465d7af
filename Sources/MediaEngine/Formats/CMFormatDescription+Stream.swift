import CoreGraphics
package import CoreMedia
import MediaSupport
package import MediaInterop
import MovieFile

/// The formats of streams of every container that is read.
extension CMFormatDescription {
  /// Makes the description of a container's stream, with the configuration boxes that a movie file would have for it.
  ///
  /// - Parameter firstPacket: completes the container's statements: parameter sets of transport streams and bare
  ///   streams, the headers of AC-3 and VP9. Without it, the description lacks facts that only packets have.
  /// - Throws: `damagedMedia` for pictures without a size or a configuration that cannot be parsed.
  package convenience init(stream: MediaInterop.Stream, firstPacket: Packet?) throws {
    self.init(copying: try Self.description(of: stream, firstPacket))
  }

  private static func description(of stream: MediaInterop.Stream, _ first: Packet?) throws -> CMFormatDescription {
    let parameters = stream.parameters
    switch parameters.kind {
    // The size of pictures of an unknown coding is unknown if the container does not state it.
    case .video where parameters.codec == .none && (parameters.width <= 0 || parameters.height <= 0):
      return try CMFormatDescription(
        mediaType: .video, mediaSubType: MediaSubType(rawValue: StreamCodec.video(parameters).rawValue))
    case .video: return try VideoDescription(stream, first).formatDescription()
    case .audio: return try SoundDescription(stream, first).formatDescription().decoding(as: parameters)
    case .subtitle, .data, .attachment, .unknown:
      var extensions = Extensions()
      // For Advanced SubStation, this contains the styles, and for subtitle pictures the palette.
      if !parameters.extradata.isEmpty {
        extensions.setAtoms([OpaqueBox(CodecParameters.unnamedConfiguration, parameters.extradata)])
      }
      return try CMFormatDescription(
        mediaType: parameters.codec == .eia608 ? .closedCaption : parameters.kind == .subtitle ? .subtitle : .metadata,
        mediaSubType: MediaSubType(rawValue: StreamCodec.other(parameters).rawValue), extensions: extensions)
    }
  }
}
