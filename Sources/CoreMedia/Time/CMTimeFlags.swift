/// Flags that say what kind of value a `CMTime` is.
public struct CMTimeFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid. Set in every time but an invalid one, whatever else is set.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)

  /// The time, or a time it was made from, was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)

  /// The time is later than every numeric time.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)

  /// The time is earlier than every numeric time.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)

  /// The time is not known.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)

  /// The flags that make a time something other than a number.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
