extension String {
  /// The path that stands for the standard output.
  static let pathOfStandardOutput = "-"

  /// The name of the output that has this path, in sentences.
  var outputName: String { self == Self.pathOfStandardOutput ? "standard output" : self }
}
