/// A uniform type of a file or of bytes, with an identifier on which those of other types build.
///
/// The types are those of Apple's documentation, those of the files that this build reads and writes, and those that a
/// program makes itself; a program's bundle declares none here. It lives in this module; the product `UniformTypeIdentifiers` exports it under
/// the name of Apple's module, since other packages ask with `canImport` whether that module is there. Two types are
/// equal where their identifiers are. Any thread.
public struct UTType: Hashable, Sendable {
  /// The identifier, such as `public.mpeg-4`.
  public let identifier: String
  /// The facts of a type that is not in the table. It is `nil` for a type that is.
  private let own: UniformTypeTable.Entry?

  init(_ entry: UniformTypeTable.Entry, isDeclared: Bool = true) {
    identifier = entry.identifier
    own = isDeclared ? nil : entry
  }

  /// The type of an identifier.
  ///
  /// - Returns: `nil` for an identifier that nobody declared.
  public init?(_ identifier: String) {
    guard let entry = UniformTypeTable.entry(identifier) else { return nil }
    self.init(entry)
  }

  /// A type that the program declares itself. It has no tags.
  ///
  /// - Parameter parentType: the type that it conforms to. It is `.data` where it is `nil`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declaring: identifier, parentType)
  }

  /// A type that another program declares. It has no tags unless it is known here.
  ///
  /// - Parameter parentType: the type that it conforms to. It is `.data` where it is `nil`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(declaring: identifier, parentType)
  }

  private init(declaring identifier: String, _ parentType: UTType?) {
    if let entry = UniformTypeTable.entry(identifier) {
      self.init(entry)
    } else {
      let parent = parentType?.identifier ?? UniformTypeTable.data
      self.init(UniformTypeTable.Entry(identifier: identifier, parents: [parent]), isDeclared: false)
    }
  }

  // MARK: Tags

  /// The type that is preferred for an extension of file names, without its dot, in any case.
  ///
  /// - Parameter supertype: the type that it has to conform to.
  /// - Returns: a dynamic type for an extension that is not known. `nil` for an empty one.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The type that is preferred for a MIME type, in any case.
  ///
  /// - Parameter supertype: the type that it has to conform to.
  /// - Returns: a dynamic type for a MIME type that is not known. `nil` for an empty one.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The type that is preferred for a tag, in any case.
  ///
  /// - Parameter supertype: the type that it has to conform to. It is any where it is `nil`.
  /// - Returns: a dynamic type for a tag that is not known. `nil` for an empty one.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    if tag.isEmpty { return nil }
    if let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
      self = type
    } else {
      self.init(
        UniformTypeTable.dynamicEntry(of: tag, tagClass, parent: supertype?.identifier ?? UniformTypeTable.data),
        isDeclared: false)
    }
  }

  /// The declared types of a tag, in any case, the preferred one first.
  ///
  /// - Parameter supertype: the type that they have to conform to. It is any where it is `nil`.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    let types = UniformTypeTable.entries(of: tag.lowercased(), tagClass).map { UTType($0) }
    return supertype.map { supertype in types.filter { $0.conforms(to: supertype) } } ?? types
  }

  private var entry: UniformTypeTable.Entry? { own ?? UniformTypeTable.entry(identifier) }

  /// The tags by which the type is known, the preferred one of each class first.
  public var tags: [UTTagClass: [String]] { entry?.tags ?? [:] }

  /// The preferred extension of file names of the type, without its dot, or `nil` if there is none.
  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

  /// The preferred MIME type, or `nil` if there is none.
  public var preferredMIMEType: String? { tags[.mimeType]?.first }

  /// The name of the type for people, in English. It is `nil` for a type that is not in the table.
  public var localizedDescription: String? { entry?.name }

  /// A Boolean value that says whether the identifier was made from a tag.
  public var isDynamic: Bool { identifier.hasPrefix(UniformTypeTable.dynamicPrefix) }

  /// A Boolean value that says whether the type was declared, and not made from a tag.
  public var isDeclared: Bool { !isDynamic }

  /// A Boolean value that says whether the type is in the public domain of identifiers.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  // MARK: Conformance

  /// All types that this one conforms to, without itself.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var waiting = entry?.parents ?? []
    while let identifier = waiting.popLast() {
      let type = UTType(importedAs: identifier)
      if found.insert(type).inserted { waiting += type.entry?.parents ?? [] }
    }
    return found
  }

  /// Returns whether this is a given type or one that builds on it.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

  /// Returns whether this type builds on another one.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

  /// Returns whether another type builds on this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  public static func == (one: UTType, other: UTType) -> Bool { one.identifier == other.identifier }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

/// A type is coded by its identifier alone.
extension UTType: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
