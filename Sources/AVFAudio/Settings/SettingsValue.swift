internal import CoreGraphics
internal import Foundation
import FoundationSupplement

/// The values of settings dictionaries: the only code that handles the types in which clients write numbers.
///
/// Numbers may be Int, Double, CGFloat, Float, UInt32, Bool, NSNumber or raw-representable constants. On Linux none of
/// these can be cast to another.
package enum SettingsValue {
  /// Returns a value as a number. It is `nil` for a value that is none.
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

  /// Returns a value as a Boolean, also a number that is 0 or not. It is `nil` for a value that is neither.
  package static func boolean(_ value: Any) -> Bool? { value as? Bool ?? number(value).map { $0 != 0 } }

  /// Returns the elements of a list. It is `nil` for a value that is no list.
  package static func list(_ value: Any?) -> [Any]? { value as? [Any] ?? (value as? NSArray)?.map { $0 } }

  /// Returns a value as bytes. It is `nil` for a value that is none.
  package static func data(_ value: Any) -> Data? { Data(bytesOf: value) }
}
