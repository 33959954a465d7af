/// Samples whose data is there, and which nobody changes any more: a sample buffer that any thread may read.
///
/// `Content` says what it holds: `CVReadOnlyPixelBuffer`, `CMReadOnlyDataBlockBuffer`, `Never` for a marker, or
/// `CMSampleBuffer.DynamicContent` for any of them.
public struct CMReadySampleBuffer<Content: CMSampleBuffer.Content>: Sendable {
  package let buffer: CMSampleBuffer

  init(_ buffer: CMSampleBuffer) { self.buffer = buffer }

  /// Lends the buffer, which must not be changed.
  public func withUnsafeSampleBuffer<Result>(
    _ body: (CMSampleBuffer) throws -> sending Result
  ) rethrows -> sending Result {
    try body(buffer)
  }

  public var contentType: CMSampleBuffer.ContentType { buffer.contentType }
  /// What the samples are of; `nil` for markers.
  public var formatDescription: CMFormatDescription? { buffer.formatDescription }
  /// The earliest of the samples' times.
  public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }
  public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }
  /// Of all samples together.
  public var duration: CMTime { buffer.duration }
  /// The times after trimming and change of speed.
  public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }
  public var outputDecodeTimeStamp: CMTime { buffer.outputDecodeTimeStamp }
  public var outputDuration: CMTime { buffer.outputDuration }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.MultiSampleContent {
  public var sampleCount: Int { buffer.numSamples }
  /// Bytes of all samples.
  public var totalSampleSize: Int { buffer.totalSampleSize }
}

extension CMSampleBuffer {
  /// What the buffer holds.
  var contentType: ContentType {
    if imageBuffer != nil { return .pixelBuffer }
    return dataBuffer == nil ? .markerOnly : .dataBuffer
  }
}
