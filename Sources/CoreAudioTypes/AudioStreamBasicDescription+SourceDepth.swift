/// The depth of the samples that a lossless codec encoded. Apple Lossless and FLAC say it in the same flags.
extension AudioStreamBasicDescription {
  /// The depth of a sample in bits. It is nil if the flags do not state it, and for other codecs.
  package var sourceDepth: Int? {
    guard mFormatID == kAudioFormatAppleLossless || mFormatID == kAudioFormatFLAC else { return nil }
    return Self.sourceDepths.first { $0.flag == mFormatFlags }?.bits
  }

  /// The flag of a depth in bits. It is 0 for a depth without one.
  package static func sourceDepthFlag(_ bits: Int) -> AudioFormatFlags {
    sourceDepths.first { $0.bits == bits }?.flag ?? 0
  }

  private static let sourceDepths: [(bits: Int, flag: AudioFormatFlags)] = [
    (16, kAppleLosslessFormatFlag_16BitSourceData), (20, kAppleLosslessFormatFlag_20BitSourceData),
    (24, kAppleLosslessFormatFlag_24BitSourceData), (32, kAppleLosslessFormatFlag_32BitSourceData),
  ]
}
