/// Samples whose data is there, and which nobody changes any more: a sample buffer that any thread may read.
///
/// `Content` is the type of what the buffer holds: `CVReadOnlyPixelBuffer`, `CMReadOnlyDataBlockBuffer`, `Never` for a
/// marker, or `CMSampleBuffer.DynamicContent` for any of them.
public struct CMReadySampleBuffer<Content: CMSampleBuffer.Content>: Sendable {
  package let buffer: CMSampleBuffer

  init(_ buffer: CMSampleBuffer) { self.buffer = buffer }

  /// Lends the buffer, which must not be changed.
  public func withUnsafeSampleBuffer<Result>(
    _ body: (CMSampleBuffer) throws -> sending Result
  ) rethrows -> sending Result {
    try body(buffer)
  }

  /// The kind of the buffer's content.
  public var contentType: CMSampleBuffer.ContentType { buffer.contentType }
  /// The format of the samples, or `nil` for markers.
  public var formatDescription: CMFormatDescription? { buffer.formatDescription }
  /// The earliest of the samples' presentation times.
  public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }
  /// The first sample's decode time; invalid where samples are decoded in the order of presentation.
  public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }
  /// The duration of all samples together.
  public var duration: CMTime { buffer.duration }
  /// The presentation time after trimming and change of speed.
  public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }
  /// The decode time after trimming and change of speed.
  public var outputDecodeTimeStamp: CMTime { buffer.outputDecodeTimeStamp }
  /// The duration after trimming and change of speed.
  public var outputDuration: CMTime { buffer.outputDuration }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.MultiSampleContent {
  /// The number of samples in the buffer.
  public var sampleCount: Int { buffer.numSamples }
  /// The number of bytes in all samples.
  public var totalSampleSize: Int { buffer.totalSampleSize }
}

extension CMSampleBuffer {
  /// The kind of the buffer's content.
  var contentType: ContentType {
    if imageBuffer != nil { return .pixelBuffer }
    return dataBuffer == nil ? .markerOnly : .dataBuffer
  }
}
