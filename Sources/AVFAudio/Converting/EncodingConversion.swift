internal import CoreAudioTypes
internal import MediaEngine
internal import MediaSupport

/// The conversion of linear PCM to compressed packets: its samples are first converted to those that the encoder takes.
final class EncodingConversion: SoundConversion {
  let encoder: SoundEncoder
  private let samples: PCMConversion
  /// The samples that go to the encoder at once: those of a packet, at the most.
  private let stage: AVAudioPCMBuffer

  /// - Throws: `MediaError`, `SettingsProblem`.
  init(
    from source: AVAudioFormat, to result: AVAudioFormat, _ choices: PCMConversion.Choices, _ encoding: EncodingChoices
  ) throws {
    encoder = try SoundEncoder(from: source, to: result, encoding)
    // The frames beyond the sound are the encoder's: none of the source's are left out for them.
    var choices = choices
    choices.prime = .normal
    samples = try PCMConversion(from: source, to: encoder.inputFormat, choices)
    let capacity = AVAudioFrameCount(clamping: encoder.packetLength)
    guard let stage = AVAudioPCMBuffer(pcmFormat: encoder.inputFormat, frameCapacity: capacity) else {
      throw MediaError(.outOfMemory, .encoding, "there is no memory for the samples of a packet")
    }
    self.stage = stage
  }

  func wantedPackets(for buffer: AVAudioBuffer) -> AVAudioPacketCount { samples.wantedPackets(for: stage) }

  func give(_ buffer: AVAudioBuffer) throws -> Bool {
    guard try samples.give(buffer) else { return false }
    while try samples.take(into: stage) { try encodeStage() }
    return true
  }

  func finish() throws {
    try samples.finish()
    while try samples.take(into: stage) { try encodeStage() }
    try encodeStage()
    try encoder.finish()
  }

  private func encodeStage() throws {
    guard stage.frameLength > 0 else { return }
    try encoder.encode(stage.memory.list.compactMap(\.mData), frameCount: Int(stage.frameLength))
    stage.frameLength = 0
  }

  func take(into buffer: AVAudioBuffer) throws -> Bool {
    guard let buffer = buffer as? AVAudioCompressedBuffer else { return true }
    while let size = encoder.nextPacketSize {
      guard buffer.packetCount < buffer.packetCapacity else { return true }
      guard size <= Int(buffer.byteCapacity - buffer.byteLength) else {
        guard buffer.packetCount > 0 else {
          throw MediaError(
            .invalidOperation, .encoding,
            "a packet has \(size) bytes, and the buffer has room for \(buffer.byteCapacity); "
              + "use maximumOutputPacketSize for its size")
        }
        return true
      }
      let start = Int64(buffer.byteLength)
      let frames = encoder.take(into: buffer.data + Int(start))
      let isFixed = buffer.format.streamDescription.pointee.mFramesPerPacket != 0
      buffer.packetDescriptions?[Int(buffer.packetCount)] = AudioStreamPacketDescription(
        mStartOffset: start, mVariableFramesInPacket: isFixed ? 0 : UInt32(clamping: frames),
        mDataByteSize: UInt32(size))
      buffer.packetCount += 1
      buffer.byteLength += UInt32(size)
    }
    return buffer.packetCount == buffer.packetCapacity
  }
}
