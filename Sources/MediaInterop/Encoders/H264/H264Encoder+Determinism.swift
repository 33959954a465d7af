internal import CX264

extension H264Encoder {
  /// The instruction sets that x264 must not use for its output to depend on the input alone.
  static let unsteadyInstructions = UInt32(X264_CPU_AVX512)

  /// The number of pictures (with low delay: slices of one) that are encoded at once.
  ///
  /// A constant, never the machine's core count: x264's output depends on it, and the same input and settings give
  /// the same bytes everywhere. Three keep two cores busy beside a decoder; each one more costs some 20 MiB of
  /// reference pictures at 1080 rows (457 MiB with three, 480 with four, 528 with six, medium).
  /// With low delay three slices of 1080 rows took half the time of one, cost 2 % of size, and two took a third more.
  static let threadCount = 3
}
