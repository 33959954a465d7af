internal import CX264

extension H264Encoder {
  /// The instruction sets that x264 must not use for its output to depend on the input alone.
  static let unsteadyInstructions = UInt32(X264_CPU_AVX512)

  /// Returns the number of pictures that are encoded at once, by their height in rows.
  ///
  /// A constant, never the machine's core count: x264's output depends on it, and the same input and settings give
  /// the same bytes everywhere. A picture follows the one that it refers to at a distance of some rows, so that more
  /// rows keep more threads busy. Measured with x264 164, medium, at constant quality:
  ///
  /// | rows | pictures at once | of them at work | size beside one at equal SSIM | memory, MiB |
  /// |---|---|---|---|---|
  /// | 720 | 3 | 2.5 | −0.1 % | 225 |
  /// | 720 | 4 | 3.1 | 0.1 % | 236 |
  /// | 720 | 6 | 3.8 | 0.2 % | 258 |
  /// | 720 | 8 | 4.4 | 0.5 % | 280 |
  /// | 1080 | 3 | 2.8 | 0.0 % | 440 |
  /// | 1080 | 6 | 4.5 | 0.0 % | 505 |
  /// | 1080 | 8 | 5.1 | 0.0 % | 549 |
  /// | 1080 | 12 | 7.4 | 0.0 % | 641 |
  ///
  /// Machines of more cores encode several segments at once; with more pictures at once, those of two cores would hold
  /// more memory than ffmpeg does there.
  static func pictureThreads(height: Int) -> Int {
    switch height {
    case 1000...: 6
    case 640...: 4
    default: 3
    }
  }

  /// The number of slices of a picture that are encoded at once with low delay. Three slices of 1080 rows took half the
  /// time of one, cost 2 % of size, and two took a third more.
  static let sliceThreads = 3
}
