/// The encoding of text whose own form the container does not have.
public struct TextEncoding: Sendable, Hashable {
  /// The codec of the text, as four characters.
  public var codec: String
}
