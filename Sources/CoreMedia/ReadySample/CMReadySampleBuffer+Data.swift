public import CoreAudioTypes

extension CMReadySampleBuffer where Content == CMReadOnlyDataBlockBuffer {
  /// - Returns: `nil` for a buffer without bytes.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .dataBuffer else { return nil }
    self.init(other.buffer)
  }

  /// Audio frames of linear PCM, or packets of one size, one after the other.
  public init(
    audioDataBuffer content: Content, formatDescription: CMAudioFormatDescription, sampleCount: Int,
    presentationTimeStamp: CMTime
  ) {
    self.init(
      audio: content, formatDescription, sampleCount: sampleCount, presentationTimeStamp, packets: [])
  }

  /// Audio packets, each of the size and at the place that its description says.
  public init(
    compressedAudioDataBuffer content: Content, formatDescription: CMAudioFormatDescription,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) {
    self.init(
      audio: content, formatDescription, sampleCount: packetDescriptions.count, presentationTimeStamp,
      packets: packetDescriptions)
  }

  /// What the description and the counts contradict is the caller's mistake, and stops the process.
  private init(
    audio content: Content, _ format: CMAudioFormatDescription, sampleCount: Int, _ time: CMTime,
    packets: [AudioStreamPacketDescription]
  ) {
    do {
      self.init(
        try CMSampleBuffer(
          dataBuffer: content.buffer, formatDescription: format, numSamples: sampleCount,
          presentationTimeStamp: time, packetDescriptions: packets))
    } catch {
      preconditionFailure("these bytes are not \(sampleCount) audio samples of this format: \(error)")
    }
  }

  /// The samples' bytes.
  public var content: CMReadOnlyDataBlockBuffer {
    guard let data = buffer.dataBuffer else { preconditionFailure("a buffer of bytes has some") }
    return CMReadOnlyDataBlockBuffer(unsafeBlockBuffer: data)
  }
}
