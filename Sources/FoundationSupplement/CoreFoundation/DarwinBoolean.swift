/// C's `Boolean` of Apple's interfaces, a byte.
public struct DarwinBoolean: Sendable, Hashable, ExpressibleByBooleanLiteral, CustomStringConvertible {
  private var value: UInt8

  /// Makes one of a Swift Boolean.
  public init(_ value: Bool) { self.value = value ? 1 : 0 }

  /// Makes one of a literal.
  public init(booleanLiteral value: Bool) { self.init(value) }

  /// The value as a Swift Boolean.
  public var boolValue: Bool { value != 0 }

  /// "true" or "false".
  public var description: String { boolValue.description }
}
