package import CoreMedia
package import MovieFile

/// The full description of coded pictures, before it becomes a format description: one value that streams, sample
/// entries and encoders all fill.
package struct VideoDescription: Sendable {
  package var codec: FourCC
  /// The width of the encoded picture; `height` is its height.
  package var width: Int
  package var height: Int
  package var attributes = VideoAttributes()
  package var verbatim: VerbatimEntry?

  package init(_ codec: FourCC, width: Int, height: Int) {
    self.codec = codec
    self.width = width
    self.height = height
  }

  /// Returns the format description with all of these properties.
  ///
  /// - Throws: Core Media's error for a size that is not positive.
  package func formatDescription() throws -> CMFormatDescription {
    var extensions = attributes.extensions
    verbatim?.store(in: &extensions)
    return try CMFormatDescription(
      videoCodecType: .init(rawValue: codec.rawValue), width: width, height: height, extensions: extensions)
  }
}
