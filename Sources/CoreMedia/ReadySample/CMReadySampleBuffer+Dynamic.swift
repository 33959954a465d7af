public import CoreVideo

extension CMReadySampleBuffer where Content == CMSampleBuffer.DynamicContent {
  /// Creates a buffer of any content from one whose content is known.
  public init(_ other: CMReadySampleBuffer<some CMSampleBuffer.Content>) { self.init(other.buffer) }

  /// Takes over a buffer whose data is ready and which nobody changes from now on.
  public init(unsafeBuffer: sending CMSampleBuffer) { self.init(unsafeBuffer) }

  /// The content of the buffer: a picture, bytes, or nothing.
  public var content: CMSampleBuffer.DynamicContent {
    if let picture = buffer.imageBuffer { return .pixelBuffer(CVReadOnlyPixelBuffer(unsafeBuffer: picture)) }
    if let data = buffer.dataBuffer { return .dataBuffer(CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: data)) }
    return .markerOnly
  }
}

extension CMReadySampleBuffer where Content == Never {
  /// Creates a marker from a buffer of any content.
  ///
  /// - Returns: `nil` for a buffer with content.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .markerOnly else { return nil }
    self.init(other.buffer)
  }

  /// Creates a marker: it has no samples, but a time, and attachments that say what it marks.
  public init(markerAt markerTime: CMTime, duration: CMTime = .invalid) {
    let timing = CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: markerTime, decodeTimeStamp: .invalid)
    self.init(
      CMSampleBuffer(
        dataBuffer: nil, imageBuffer: nil, formatDescription: nil, numSamples: 0, timing: .uniform(timing),
        sizes: .unknown))
  }

  /// The time of the marker.
  public var markerTimeStamp: CMTime { buffer.timing[0]?.presentationTimeStamp ?? .invalid }
}

extension CMReadySampleBuffer where Content == CVReadOnlyPixelBuffer {
  /// Creates a buffer of a picture from one of any content.
  ///
  /// - Returns: `nil` for a buffer without a picture.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .pixelBuffer else { return nil }
    self.init(other.buffer)
  }

  /// Creates a buffer of one picture.
  ///
  /// Without a format description, the picture's own is made; one that does not describe the picture stops the process.
  public init(
    pixelBuffer content: Content, formatDescription: CMVideoFormatDescription? = nil,
    presentationTimeStamp: CMTime, duration: CMTime = .invalid
  ) {
    let sample = content.withUnsafeBuffer { picture -> CMSampleBuffer in
      guard let format = formatDescription ?? (try? CMFormatDescription(imageBuffer: picture)),
        format.matchesImageBuffer(picture)
      else { preconditionFailure("the format description does not describe the pixel buffer") }
      return CMSampleBuffer(
        imageBuffer: picture, format: format,
        timing: CMSampleTimingInfo(
          duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid))
    }
    self.init(sample)
  }

  /// The picture.
  public var content: CVReadOnlyPixelBuffer {
    guard let picture = buffer.imageBuffer else { preconditionFailure("a picture's buffer has one") }
    return CVReadOnlyPixelBuffer(unsafeBuffer: picture)
  }
}
