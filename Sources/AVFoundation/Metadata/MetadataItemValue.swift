import CoreMedia
import Foundation
import MediaEngine

/// Values of metadata items as objects, and in the other forms in which they can be read.
enum MetadataItemValue {
  typealias Object = MetadataItemFields.Object

  static func string(_ value: Object) -> String? {
    switch value {
    case let text as NSString: String(describing: text)
    case let number as NSNumber: number.stringValue
    case let date as NSDate: ISO8601DateFormatter().string(from: date as Date)
    default: nil
    }
  }

  static func number(_ value: Object) -> NSNumber? {
    switch value {
    case let number as NSNumber: return number
    case let text as NSString:
      let text = String(describing: text).trimmingCharacters(in: .whitespaces)
      return Int64(text).map { NSNumber(value: $0) } ?? Double(text).map { NSNumber(value: $0) }
    default: return nil
    }
  }

  static func date(_ value: Object) -> Date? {
    switch value {
    case let date as NSDate: date as Date
    case let text as NSString: DateText(String(describing: text)).date
    default: nil
    }
  }

  /// Returns the type by which a value is stored when no type is given: text, a number of 64 bits, or bytes.
  static func defaultDataType(_ value: Object) -> MetadataDataType? {
    switch value {
    case is NSString, is NSDate: .utf8
    case let number as NSNumber: isFloatingPoint(number) ? .float64 : .signed64
    case is NSData: .rawData
    default: nil
    }
  }

  private static func isFloatingPoint(_ number: NSNumber) -> Bool {
    let type = UInt8(bitPattern: number.objCType.pointee)
    return type == UInt8(ascii: "d") || type == UInt8(ascii: "f")
  }
}
