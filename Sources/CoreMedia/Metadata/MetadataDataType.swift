/// The storage format of a metadata value: one of the base types, with the name that clients use and the number that
/// files have.
///
/// The numbers are the "Well-known types" of the QuickTime File Format.
package enum MetadataDataType: UInt32, CaseIterable, Sendable {
  case rawData = 0
  case utf8 = 1
  case utf16 = 2
  case gif = 12
  case jpeg = 13
  case png = 14
  /// A signed number of 1, 2, 3, 4 or 8 bytes. It is only read: for writing, the types of a fixed size are more
  /// precise.
  case signed = 21
  /// An unsigned number of 1, 2, 3, 4 or 8 bytes. It is only read.
  case unsigned = 22
  case float32 = 23
  case float64 = 24
  case bmp = 27
  case signed8 = 65
  case signed16 = 66
  case signed32 = 67
  case pointF32 = 70
  case dimensionsF32 = 71
  case rectF32 = 72
  case signed64 = 74
  case unsigned8 = 75
  case unsigned16 = 76
  case unsigned32 = 77
  case unsigned64 = 78
  case affineTransformF64 = 79

  private static let prefix = "com.apple.metadata.datatype."

  private var suffix: String {
    switch self {
    case .rawData: "raw-data"
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .gif: "GIF"
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .bmp: "BMP"
    case .float32: "float32"
    case .float64: "float64"
    case .signed8: "int8"
    case .signed16: "int16"
    case .signed32: "int32"
    // Files do not state the size of these two; the largest type holds every value.
    case .signed64, .signed: "int64"
    case .unsigned8: "uint8"
    case .unsigned16: "uint16"
    case .unsigned32: "uint32"
    case .unsigned64, .unsigned: "uint64"
    case .pointF32: "pointF32"
    case .dimensionsF32: "dimensionsF32"
    case .rectF32: "rectF32"
    case .affineTransformF64: "affineTransformF64"
    }
  }

  /// The size of a number of this type, in bytes, or `nil` if files may hold several sizes, and for types that are not
  /// numbers.
  package var byteCount: Int? {
    switch self {
    case .signed8, .unsigned8: 1
    case .signed16, .unsigned16: 2
    case .signed32, .unsigned32, .float32: 4
    case .signed64, .unsigned64, .float64: 8
    default: nil
    }
  }

  /// The name that clients use: `kCMMetadataBaseDataType_…`.
  package var name: String { Self.prefix + suffix }

  /// Creates the base type that a name stands for or conforms to. Returns `nil` for a name that nobody registered.
  package init?(name: String) {
    let base = MetadataDataTypeRegistry.shared.baseType(of: name) ?? name
    guard let type = Self.byName[base] else { return nil }
    self = type
  }

  private static let byName: [String: MetadataDataType] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .signed && $0 != .unsigned }.map { ($0.name, $0) })
}
