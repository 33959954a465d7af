import CoreMedia
import Foundation
import FoundationSupplement

/// Values as the bytes that files hold (QuickTime File Format, "Well-known types"); numbers are big-endian.
extension MetadataItemValue {
  /// Returns the names of the members of a geometric value's dictionary, in the order of their numbers in a file. They
  /// are those of Core Graphics' dictionary representations.
  private static func members(of type: MetadataDataType) -> [String]? {
    switch type {
    case .pointF32: ["X", "Y"]
    case .dimensionsF32: ["Width", "Height"]
    case .rectF32: ["X", "Y", "Width", "Height"]
    default: nil
    }
  }

  /// The number of numbers in an affine transform: three rows of three.
  private static let transformCount = 9
  private static let jsonType = String(describing: kCMMetadataBaseDataType_JSON)

  /// Returns the bytes of a value. It is `nil` where the value cannot be stored by that type.
  ///
  /// - Parameter dataType: the type's name; `nil` lets the value decide. Bytes are stored as they are by any type.
  static func data(_ value: Object, dataType: String?) -> Data? {
    if let data = value as? NSData { return Data(copying: data) }
    if let dataType, MetadataDataTypeRegistry.shared.baseType(of: dataType) == jsonType { return json(value) }
    guard let type = dataType.map({ MetadataDataType(name: $0) }) ?? defaultDataType(value) else { return nil }
    switch type {
    case .utf8: return string(value).map { Data($0.utf8) }
    case .utf16: return string(value).map { bigEndian(Array($0.utf16)) }
    case .rawData, .gif, .jpeg, .png, .bmp: return nil
    case .float32: return number(value).map { bigEndian([$0.floatValue.bitPattern]) }
    case .float64: return number(value).map { bigEndian([$0.doubleValue.bitPattern]) }
    case .signed8: return integer(value, Int8.self)
    case .signed16: return integer(value, Int16.self)
    case .signed32: return integer(value, Int32.self)
    case .signed64, .signed: return integer(value, Int64.self)
    case .unsigned8: return integer(value, UInt8.self)
    case .unsigned16: return integer(value, UInt16.self)
    case .unsigned32: return integer(value, UInt32.self)
    case .unsigned64, .unsigned: return integer(value, UInt64.self)
    case .pointF32, .dimensionsF32, .rectF32:
      return numbers(value, type).map { bigEndian($0.map { Float($0).bitPattern }) }
    case .affineTransformF64:
      return numbers(value, type).map { bigEndian($0.map(\.bitPattern)) }
    }
  }

  /// Returns the value that bytes represent, or the bytes themselves if they do not have the type's form.
  static func object(_ data: Data, dataType: String?) -> Object {
    let bytes = NSData(data: data)
    guard let dataType else { return bytes }
    if MetadataDataTypeRegistry.shared.baseType(of: dataType) == jsonType {
      return (try? JSONSerialization.jsonObject(with: data)).flatMap(jsonObject) ?? bytes
    }
    guard let type = MetadataDataType(name: dataType) else { return bytes }
    return object(data, type) ?? bytes
  }

  /// Returns the value that bytes represent, for a type by its number in files. It is `nil` if the bytes do not have
  /// the type's form.
  static func object(_ data: Data, _ type: MetadataDataType) -> Object? {
    switch type {
    case .rawData, .gif, .jpeg, .png, .bmp: return NSData(data: data)
    case .utf8: return String(data: data, encoding: .utf8).map { NSString(string: $0) }
    case .utf16: return String(data: data, encoding: .utf16BigEndian).map { NSString(string: $0) }
    case .float32: return unsigned(data, 4).map { NSNumber(value: Float(bitPattern: UInt32($0))) }
    case .float64: return unsigned(data, 8).map { NSNumber(value: Double(bitPattern: $0)) }
    case .signed8, .signed16, .signed32, .signed64, .signed:
      return unsigned(data, type.byteCount ?? data.count).map { bits in
        let shift = 64 - 8 * data.count
        return NSNumber(value: Int64(bitPattern: bits << shift) >> shift)
      }
    case .unsigned8, .unsigned16, .unsigned32, .unsigned64, .unsigned:
      return unsigned(data, type.byteCount ?? data.count).map { NSNumber(value: $0) }
    case .pointF32, .dimensionsF32, .rectF32:
      guard let members = members(of: type), data.count == 4 * members.count else { return nil }
      let values = members.indices.compactMap { unsigned(data.dropFirst(4 * $0).prefix(4), 4) }
      return NSDictionary(
        objects: values.map { NSNumber(value: Double(Float(bitPattern: UInt32($0)))) },
        forKeys: members.map { NSString(string: $0) })
    case .affineTransformF64:
      guard data.count == 8 * transformCount else { return nil }
      let values = (0..<transformCount).compactMap { unsigned(data.dropFirst(8 * $0).prefix(8), 8) }
      return NSArray(array: values.map { NSNumber(value: Double(bitPattern: $0)) })
    }
  }

  // MARK: Numbers

  private static func bigEndian<Integer: FixedWidthInteger>(_ values: [Integer]) -> Data {
    var data = Data(capacity: values.count * Integer.bitWidth / 8)
    for value in values { withUnsafeBytes(of: value.bigEndian) { data.append(contentsOf: $0) } }
    return data
  }

  /// Returns a whole number in the type. It is `nil` where the type cannot hold it.
  private static func integer<Integer: FixedWidthInteger>(_ value: Object, _: Integer.Type) -> Data? {
    guard let number = number(value) else { return nil }
    let exact = Int64(exactly: number).flatMap { Integer(exactly: $0) }
    return (exact ?? UInt64(exactly: number).flatMap { Integer(exactly: $0) }).map { bigEndian([$0]) }
  }

  private static func unsigned(_ data: Data, _ count: Int) -> UInt64? {
    guard data.count == count, (1...8).contains(count) else { return nil }
    return data.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the numbers of a geometric value, given as a dictionary or an array.
  private static func numbers(_ value: Object, _ type: MetadataDataType) -> [Double]? {
    let members = members(of: type)
    let numbers: [Double]
    switch value {
    case let dictionary as NSDictionary:
      numbers = (members ?? []).compactMap {
        (dictionary.object(forKey: NSString(string: $0)) as? NSNumber)?.doubleValue
      }
    case let array as NSArray:
      numbers = (0..<array.count).compactMap { (array.object(at: $0) as? NSNumber)?.doubleValue }
    default: return nil
    }
    return numbers.count == members?.count ?? transformCount ? numbers : nil
  }

  // MARK: JSON

  private static func json(_ value: Object) -> Data? {
    if let text = value as? NSString { return Data(String(describing: text).utf8) }
    guard JSONSerialization.isValidJSONObject(value) else { return nil }
    return try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
  }

  private static func jsonObject(_ value: Any) -> Object? {
    switch value {
    case let dictionary as [String: Any]: dictionary as NSDictionary
    case let array as [Any]: array as NSArray
    default: nil
    }
  }
}
