internal import CX264

extension H264Encoder {
  /// Instruction sets that x264 must not use for its output to depend on the input alone.
  static let unsteadyInstructions = UInt32(X264_CPU_AVX512)

  /// How many pictures (with low delay: slices of one) are encoded at once.
  ///
  /// A constant for each picture height, never the machine's core count: x264's output depends on it, and the
  /// same input and settings give the same bytes everywhere. Frame threads need rows between them (a
  /// picture's motion vectors reach only into rows that the one before has finished), so low pictures get few.
  static func threadCount(height: Int) -> Int {
    switch height {
    case ..<360: 3
    case ..<720: 4
    default: 6
    }
  }
}
