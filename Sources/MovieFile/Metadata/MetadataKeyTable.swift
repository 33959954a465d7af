/// The keys of the values in a timed metadata track's samples: the `keys` box of its sample entry (QuickTime File
/// Format, "Metadata key table atom").
package struct MetadataKeyTable: Hashable, Sendable {
  /// The storage format of values.
  package enum DataType: Hashable, Sendable {
    /// A number of QuickTime's "Well-known types".
    case wellKnown(UInt32)
    /// A name in reversed domain form.
    case named(String)
    /// A namespace that is not known here, and its value.
    case other(namespace: UInt32, value: [UInt8])
  }

  package struct Key: Hashable, Sendable {
    /// The type of the boxes in samples that hold this key's values.
    package var localID: UInt32
    /// The key space, such as `mdta`.
    package var namespace: FourCC
    package var value: [UInt8]
    package var dataType: DataType?
    /// The other types that values can be read as.
    package var conformingTypes: [DataType] = []
    /// The language, as a BCP 47 tag.
    package var language: String?
    /// The data that a reader of this key must know before its first value.
    package var setup: [UInt8]?
    /// The boxes of the key that are not read here.
    package var others: [OpaqueBox] = []

    package init(localID: UInt32, namespace: FourCC, value: [UInt8]) {
      self.localID = localID
      self.namespace = namespace
      self.value = value
    }
  }

  package var keys: [Key]

  package init(_ keys: [Key]) { self.keys = keys }

  /// Reads the payload of `keys`.
  ///
  /// - Throws: `MediaError(.damagedContainer)` for boxes that end beyond their parent, and keys without a declaration.
  package init(parsing payload: [UInt8]) throws {
    keys = []
    try ByteReader(payload, boxType: "keys").forEachBox { keys.append(try Key($0)) }
  }

  /// Returns the payload of `keys`.
  package func serialized() -> [UInt8] {
    var writer = ByteWriter()
    for key in keys { key.write(to: &writer) }
    return writer.bytes
  }
}

extension MetadataKeyTable.Key {
  fileprivate init(_ box: Box) throws {
    self.init(localID: box.type.rawValue, namespace: "mdta", value: [])
    var isDeclared = false
    try box.contents.forEachBox { child in
      var contents = child.contents
      switch child.type {
      case "keyd":
        namespace = try contents.fourCC()
        value = contents.rest()
        isDeclared = true
      case "dtyp": dataType = try .init(&contents)
      case "ctps":
        try contents.forEachBox { type in
          var contents = type.contents
          if type.type == "dtyp" { conformingTypes.append(try .init(&contents)) }
        }
      case "loca": language = contents.terminatedString()
      case "setu": setup = contents.rest()
      default: others.append(child.opaque)
      }
    }
    guard isDeclared else { throw box.contents.damaged("a metadata key has no declaration") }
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.box(FourCC(rawValue: localID)) { key in
      key.box("keyd") { declaration in
        declaration.fourCC(namespace)
        declaration.append(value)
      }
      if let dataType { key.box("dtyp") { dataType.write(to: &$0) } }
      if !conformingTypes.isEmpty {
        key.box("ctps") { types in
          for type in conformingTypes { types.box("dtyp") { type.write(to: &$0) } }
        }
      }
      if let language { key.box("loca") { $0.terminatedString(language) } }
      for other in others { key.box(other) }
      if let setup { key.box("setu") { $0.append(setup) } }
    }
  }
}

extension MetadataKeyTable.DataType {
  private static let wellKnownNamespace: UInt32 = 0
  private static let namedNamespace: UInt32 = 1

  fileprivate init(_ contents: inout ByteReader) throws {
    let namespace = try contents.u32()
    switch namespace {
    case Self.wellKnownNamespace: self = .wellKnown(try contents.u32())
    case Self.namedNamespace: self = .named(String(decoding: contents.rest(), as: UTF8.self))
    default: self = .other(namespace: namespace, value: contents.rest())
    }
  }

  fileprivate func write(to writer: inout ByteWriter) {
    switch self {
    case .wellKnown(let number):
      writer.u32(Self.wellKnownNamespace)
      writer.u32(number)
    case .named(let name):
      writer.u32(Self.namedNamespace)
      writer.append(name.utf8)
    case .other(let namespace, let value):
      writer.u32(namespace)
      writer.append(value)
    }
  }
}
