public import CoreAudioTypes

extension CMReadySampleBuffer where Content == CMReadOnlyDataBlockBuffer {
  /// Creates a buffer of bytes from one of any content.
  ///
  /// - Returns: `nil` for a buffer without bytes.
  public init?(_ other: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) {
    guard other.contentType == .dataBuffer else { return nil }
    self.init(other.buffer)
  }

  /// Creates a buffer of audio frames of linear PCM, or of packets of one size, one after the other.
  public init(
    audioDataBuffer content: Content, formatDescription: CMAudioFormatDescription, sampleCount: Int,
    presentationTimeStamp: CMTime
  ) {
    self.init(
      audio: content, formatDescription, sampleCount: sampleCount, presentationTimeStamp, packets: [])
  }

  /// Creates a buffer of audio packets, each with the size and the offset of its description.
  public init(
    compressedAudioDataBuffer content: Content, formatDescription: CMAudioFormatDescription,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) {
    self.init(
      audio: content, formatDescription, sampleCount: packetDescriptions.count, presentationTimeStamp,
      packets: packetDescriptions)
  }

  /// Creates a buffer of audio; bytes that do not fit the format or the counts are the caller's mistake, and stop the
  /// process.
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
