public import CoreVideo

extension CMSampleBuffer {
  /// The content of a ready sample buffer: a picture, bytes, nothing, or any of them.
  public protocol Content: Sendable {}

  /// Content whose format is always known.
  public protocol ContentWithFormatDescription: Content {}

  /// Content of any number of samples.
  public protocol MultiSampleContent: Content {}

  /// Any content, whose kind is known only when the program runs.
  public enum DynamicContent: MultiSampleContent {
    case markerOnly
    case pixelBuffer(CVReadOnlyPixelBuffer)
    case dataBuffer(CMReadOnlyDataBlockBuffer)
  }

  /// The kind of a buffer's content.
  public enum ContentType: Hashable, Sendable {
    case markerOnly, pixelBuffer, dataBuffer
  }
}

/// The content of a marker: none.
extension Never: CMSampleBuffer.Content {}
extension CVReadOnlyPixelBuffer: CMSampleBuffer.ContentWithFormatDescription {}
extension CMReadOnlyDataBlockBuffer: CMSampleBuffer.ContentWithFormatDescription, CMSampleBuffer.MultiSampleContent {}
