import MovieFile

/// A sample of boxed metadata: a box for each value, whose type is the key's local identifier (QuickTime File Format,
/// "Timed metadata sample data format").
package struct BoxedMetadataSample: Equatable, Sendable {
  package struct Value: Equatable, Sendable {
    /// The local identifier of the value's key.
    package var localID: UInt32
    package var bytes: [UInt8]

    package init(localID: UInt32, bytes: [UInt8]) {
      self.localID = localID
      self.bytes = bytes
    }
  }

  package var values: [Value]

  package init(_ values: [Value]) { self.values = values }

  /// The type of an empty box, since a sample without values must have at least one byte.
  private static let null: UInt32 = 0
  /// The type of a box that belongs to no key: padding.
  private static let unreferenced: UInt32 = 0xFFFF_FFFF

  /// - Throws: `MediaError(.damagedContainer)` for boxes that end beyond the sample.
  package init(parsing bytes: [UInt8]) throws {
    values = []
    try ByteReader(bytes, boxType: "mebx").forEachBox { box in
      let localID = box.type.rawValue
      if localID == Self.null || localID == Self.unreferenced { return }
      values.append(Value(localID: localID, bytes: box.userType + box.payload))
    }
  }

  package func serialized() -> [UInt8] {
    var writer = ByteWriter()
    if values.isEmpty { writer.box(FourCC(rawValue: Self.null)) { _ in } }
    for value in values { writer.box(FourCC(rawValue: value.localID)) { $0.append(value.bytes) } }
    return writer.bytes
  }
}
