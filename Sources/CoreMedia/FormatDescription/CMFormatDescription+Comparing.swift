public import CoreGraphics

extension CMFormatDescription: Hashable {
  /// Returns whether two descriptions have the same format and the same extensions.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    lhs === rhs || lhs.hasSameFormat(as: rhs) && lhs.hasSameExtensions(as: rhs)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(subType)
  }

  /// Returns whether everything but the extensions is the same.
  fileprivate func hasSameFormat(as other: CMFormatDescription) -> Bool {
    guard type == other.type, subType == other.subType else { return false }
    return switch (details, other.details) {
    case (.none, .none): true
    case (.video(let mine), .video(let theirs)): mine.dimensions == theirs.dimensions
    case (.audio(let mine), .audio(let theirs)): mine.isEqual(to: theirs)
    case (.timeCode(let duration, let quanta, let flags), .timeCode(let otherDuration, let otherQuanta, let otherFlags)):
      duration == otherDuration && quanta == otherQuanta && flags == otherFlags
    default: false
    }
  }

  /// Returns whether two descriptions are equal, apart from some extensions and some atoms of the sample description.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    let atoms = sampleDescriptionExtensionAtomKeysToIgnore
    return hasSameFormat(as: otherFormatDescription)
      && extensions.without(extensionKeysToIgnore, atoms: atoms)
        .isEqual(to: otherFormatDescription.extensions.without(extensionKeysToIgnore, atoms: atoms))
  }

  func hasSameExtensions(as other: CMFormatDescription) -> Bool {
    extensions.isEqual(to: other.extensions)
  }
}

extension CMFormatDescription.Extensions {
  /// Returns the extensions without some keys, and without some atoms of the sample description.
  fileprivate func without(_ keys: [Key], atoms: [String]) -> Self {
    var result = self
    let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    if !atoms.isEmpty, let present = self[atomsKey] as? NSDictionary,
      let remaining = present.mutableCopy() as? NSMutableDictionary
    {
      remaining.removeObjects(forKeys: atoms)
      result[atomsKey] = remaining.count == 0 ? nil : remaining
    }
    for key in keys { result[key] = nil }
    return result
  }
}

/// Returns whether two descriptions are equal; two absent ones are.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool { formatDescription == otherFormatDescription }

/// Returns whether two descriptions are equal, apart from an extension key or an array of them, and an atom's type or
/// an array of them.
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?,
  extensionKeysToIgnore formatDescriptionExtensionKeysToIgnore: CFTypeRef?,
  sampleDescriptionExtensionAtomKeysToIgnore: CFTypeRef?
) -> Bool {
  guard let formatDescription, let otherFormatDescription else {
    return formatDescription == nil && otherFormatDescription == nil
  }
  return formatDescription.equalTo(
    otherFormatDescription,
    extensionKeysToIgnore: strings(formatDescriptionExtensionKeysToIgnore).map { .init(rawValue: $0 as NSString) },
    sampleDescriptionExtensionAtomKeysToIgnore: strings(sampleDescriptionExtensionAtomKeysToIgnore))
}

/// Returns a string, or an array's strings, as an array.
private func strings(_ object: CFTypeRef?) -> [String] {
  (object as? String).map { [$0] } ?? (object as? [String]) ?? []
}
