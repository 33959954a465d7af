/// How text is written whose own form the container does not have.
public struct TextEncoding: Sendable, Hashable {
  /// The four characters of the form.
  public var codec: String
}
