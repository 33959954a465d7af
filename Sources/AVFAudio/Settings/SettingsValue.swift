internal import CoreGraphics
internal import Foundation

/// The values of settings dictionaries: the one place that knows how clients spell numbers.
///
/// They arrive as Int, Double, CGFloat, Float, UInt32, Bool, NSNumber or raw-representable constants alike; on Linux
/// none of them casts to another.
package enum SettingsValue {
  /// A number; `nil` for what is none.
  package static func number(_ value: Any) -> Double? {
    switch value {
    case let value as NSNumber: value.doubleValue
    case let value as CGFloat: Double(value)
    case let value as Double: value
    case let value as Float: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as any RawRepresentable: (value.rawValue as? any BinaryInteger).map { Double($0) }
    default: nil
    }
  }

  /// A Boolean, also as a number that is 0 or not; `nil` for what is neither.
  package static func boolean(_ value: Any) -> Bool? { value as? Bool ?? number(value).map { $0 != 0 } }

  /// The elements of a list; `nil` for what is none.
  package static func list(_ value: Any?) -> [Any]? { value as? [Any] ?? (value as? NSArray)?.map { $0 } }

  /// Bytes; `nil` for what is none.
  package static func data(_ value: Any) -> Data? {
    value as? Data ?? (value as? NSData).map { Data(referencing: $0) }
  }
}
