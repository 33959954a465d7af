extension AudioEncoding {
  /// The form of sound whose level is measured or changed: floating point, mixed as it will be encoded.
  struct Level: Hashable {
    var sampleRate: Int
    /// The number of channels, or nil for the source's. The writer mixes layouts of more than two, which it knows.
    var channels: Int?
    /// The number of bits of a sample: 32, or 64.
    var bits = 32
    /// The loudness that the sound is brought to, in LUFS, or nil if it stays as it is.
    var loudness: Double?
    var volume: Decibels?
    var fades: Fades?
  }

  /// The form to read in, or nil if the sound's level stays as it is.
  var level: Level? {
    if loudness == nil, volume == nil, fades == nil { return nil }
    return Level(
      sampleRate: sampleRate, channels: channels > 2 ? nil : channels, bits: loudness == nil ? levelBits : 32,
      loudness: loudness, volume: volume, fades: fades)
  }

  /// The number of bits of a sample to which a gain is applied, so that the error is less than half a step of the
  /// encoded samples: 32-bit floating point for integers of 16 bits.
  private var levelBits: Int {
    switch format {
    case .lossy: 32
    case .lossless(_, let bits): bits > 16 ? 64 : 32
    case .pcm(let form): form.bits > (form.isFloat ? 32 : 16) ? 64 : 32
    }
  }
}
