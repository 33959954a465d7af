/// The values and the calls that a change handler wants.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 0x01)
  /// The change carries the value that the handler was told of last, or that was there when observation began.
  public static let old = NSKeyValueObservingOptions(rawValue: 0x02)
  /// The handler is called once before `observe` returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 0x04)
  /// The handler is also called before each change.
  public static let prior = NSKeyValueObservingOptions(rawValue: 0x08)
}
