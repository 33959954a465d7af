extension H264Encoder.Settings {
  /// Returns the approximate number of bytes that an encoder of such pictures holds.
  ///
  /// Measured with x264 164 at 1080 rows, in units of an 8-bit 4:2:0 picture: with one thread 48 (veryfast: a
  /// look-ahead of 10 and 1 reference), 111 (medium: 40 and 3) and 166 (slower: 60 and 8); and 7 for each further
  /// thread.
  ///
  /// - Parameters:
  ///   - lookAhead: the number of pictures in x264's look-ahead.
  ///   - references: the number of pictures that one picture may refer to.
  func byteCount(lookAhead: Int, references: Int) -> Int {
    let samples: Double =
      switch chroma {
      case .gray: 1
      case .yuv420: 1.5
      case .yuv422: 2
      case .yuv444: 3
      }
    let picture = Double(width * height) * samples * (bitDepth > 8 ? 2 : 1)
    return Int(picture * (25 + 1.9 * Double(lookAhead) + 3.5 * Double(references) + 7.4 * Double(threadCount - 1)))
  }
}
