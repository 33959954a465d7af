extension AudioEncoding {
  /// The form of sound whose loudness is measured and changed: 32 bits of floating point, mixed as it will be encoded.
  struct Level: Hashable {
    var sampleRate: Int
    /// The number of channels; nil for the source's. The writer mixes layouts of more than two, which it knows.
    var channels: Int?
    /// The loudness that the sound is brought to, in LUFS.
    var loudness: Double
  }

  /// The form to read in; nil where the sound stays as loud as it is.
  var level: Level? {
    loudness.map { Level(sampleRate: sampleRate, channels: channels > 2 ? nil : channels, loudness: $0) }
  }
}
