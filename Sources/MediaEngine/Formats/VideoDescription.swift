package import CoreMedia
package import MovieFile

/// Everything that describes coded pictures, before it becomes a format description: one value that streams, sample
/// entries and encoders all fill.
package struct VideoDescription: Sendable {
  package var codec: FourCC
  /// Of the encoded picture.
  package var width: Int
  package var height: Int
  package var attributes = VideoAttributes()
  package var verbatim: VerbatimEntry?

  package init(_ codec: FourCC, width: Int, height: Int) {
    self.codec = codec
    self.width = width
    self.height = height
  }

  /// The format description that says all this.
  ///
  /// - Throws: Core Media's error for a size that is not positive.
  package func formatDescription() throws -> CMFormatDescription {
    var extensions = attributes.extensions
    verbatim?.store(in: &extensions)
    return try CMFormatDescription(
      videoCodecType: .init(rawValue: codec.rawValue), width: width, height: height, extensions: extensions)
  }
}
