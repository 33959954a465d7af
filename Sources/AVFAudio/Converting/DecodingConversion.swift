internal import CoreAudioTypes
internal import MediaEngine
internal import MediaSupport

/// The conversion of compressed packets to linear PCM: decoded samples become the result's samples.
final class DecodingConversion: SoundConversion {
  private let decoder: SoundDecoder
  private let source: AVAudioFormat
  private let result: AVAudioFormat
  private var choices: PCMConversion.Choices
  /// Conversions of samples, one for each form in which decoded sound came, in that order. All but the last have ended.
  private var conversions: [PCMConversion] = []
  /// The number of frames before the sound that are still to be left out.
  private var leading: Int
  /// The format that the last of them converts.
  private var decoded: AVAudioFormat?

  /// - Parameters:
  ///   - source: the format of the packets, with the magic cookie.
  ///   - choices: the client's choices, whose `primeInfo` is about the frames that the encoder added to the sound.
  /// - Throws: `MediaError`.
  init(from source: AVAudioFormat, to result: AVAudioFormat, _ choices: PCMConversion.Choices) throws {
    decoder = try SoundDecoder(source.formatDescription)
    (self.source, self.result, self.choices) = (source, result, choices)
    self.choices.prime = .normal
    self.choices.trailingFrames = Int(choices.primeInfo.trailingFrames)
    leading = Int(choices.primeInfo.leadingFrames)
  }

  func wantedPackets(for buffer: AVAudioBuffer) -> AVAudioPacketCount {
    let length = Double(source.streamDescription.pointee.mFramesPerPacket)
    guard let buffer = buffer as? AVAudioPCMBuffer, length > 0, result.sampleRate > 0 else { return 1 }
    let missing = Double(buffer.frameCapacity - buffer.frameLength) * source.sampleRate / result.sampleRate
    return AVAudioPacketCount(min(max(1, (missing / length).rounded(.up)), Double(AVAudioPacketCount.max)))
  }

  func give(_ buffer: AVAudioBuffer) throws -> Bool {
    guard let buffer = buffer as? AVAudioCompressedBuffer, buffer.packetCount > 0 else { return false }
    for index in 0..<Int(buffer.packetCount) { try decoder.decode(try packet(index, of: buffer), give: convert) }
    return true
  }

  private func packet(_ index: Int, of buffer: AVAudioCompressedBuffer) throws -> UnsafeRawBufferPointer {
    let size = Int(buffer.format.streamDescription.pointee.mBytesPerPacket)
    let description = buffer.packetDescriptions?[index]
    let start = description.map { Int($0.mStartOffset) } ?? index * size
    let count = description.map { Int($0.mDataByteSize) } ?? size
    guard start >= 0, start <= Int(buffer.byteLength), count <= Int(buffer.byteLength) - start else {
      throw MediaError(
        .invalidOperation, .decoding,
        "packet \(index) of the buffer has \(count) bytes from \(start), and the buffer has \(buffer.byteLength)")
    }
    return UnsafeRawBufferPointer(start: buffer.data + start, count: count)
  }

  private func convert(_ decodedSound: SoundDecoder.Sound) throws {
    var sound = decodedSound
    leading -= sound.dropFirst(leading)
    if sound.frameCount == 0 { return }
    let format = AVAudioFormat(sound.form, sound.layout)
    if format != decoded {
      try conversions.last?.finish(isAtEnd: false)
      conversions.append(try PCMConversion(from: format, to: result, choices))
      decoded = format
    }
    try conversions.last?.give(sound.planes, frameCount: sound.frameCount)
  }

  func finish() throws {
    try decoder.finish(give: convert)
    try conversions.last?.finish()
  }

  func take(into buffer: AVAudioBuffer) throws -> Bool {
    while let first = conversions.first {
      if try first.take(into: buffer) { return true }
      if conversions.count == 1 { return false }
      conversions.removeFirst()
    }
    return (buffer as? AVAudioPCMBuffer).map { $0.frameLength == $0.frameCapacity } ?? true
  }
}
