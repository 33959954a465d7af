internal import CX264

extension H264Encoder {
  /// The instruction sets that x264 must not use, because with them its output depends on more than the input.
  static let unsteadyInstructions = UInt32(X264_CPU_AVX512)

  /// Returns the number of pictures that are encoded concurrently, by their height in rows.
  ///
  /// It is never derived from the machine's number of cores: x264's output depends on it, and the same input and
  /// settings must produce the same bytes everywhere. A picture follows the one that it refers to at a distance of some
  /// rows, so more rows keep more threads busy. Measured with x264 164, medium, at constant quality:
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
  /// Machines with more cores encode several segments concurrently. With more concurrent pictures, machines with two
  /// cores would need more memory than ffmpeg does there.
  static func pictureThreads(height: Int) -> Int {
    switch height {
    case 1000...: 6
    case 640...: 4
    default: 3
    }
  }

  /// The number of slices of a picture that are encoded concurrently with low delay. With 1080 rows, three slices took
  /// half the time of one, at 2 % more size; two took a third more time than three.
  static let sliceThreads = 3
}
