/// An input whose samples cannot follow the others of a joined track as they are, and are encoded so that they can
/// (CL-13).
public struct EncodedInput: Sendable, Hashable {
  /// The number of the input, from 0.
  public var index: Int
  public var name: String
  /// The difference from the first input, in a few words.
  public var difference: String
  /// The duration of the input's part, in seconds; 0 where it is not known.
  public var seconds: Double
}
