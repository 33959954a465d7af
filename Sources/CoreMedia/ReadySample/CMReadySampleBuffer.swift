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

  /// The kind of what the buffer holds.
  public var contentType: CMSampleBuffer.ContentType { buffer.contentType }
  /// What the samples are of; `nil` for markers.
  public var formatDescription: CMFormatDescription? { buffer.formatDescription }
  /// The earliest of the samples' presentation times.
  public var presentationTimeStamp: CMTime { buffer.presentationTimeStamp }
  /// The earliest of the samples' decode times.
  public var decodeTimeStamp: CMTime { buffer.decodeTimeStamp }
  /// Of all samples together.
  public var duration: CMTime { buffer.duration }
  /// The presentation time after trimming and change of speed.
  public var outputPresentationTimeStamp: CMTime { buffer.outputPresentationTimeStamp }
  /// The decode time after trimming and change of speed.
  public var outputDecodeTimeStamp: CMTime { buffer.outputDecodeTimeStamp }
  /// The duration after trimming and change of speed.
  public var outputDuration: CMTime { buffer.outputDuration }
}

extension CMReadySampleBuffer where Content: CMSampleBuffer.MultiSampleContent {
  /// How many samples the buffer holds.
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
