public import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates a description of metadata whose type needs no table of keys.
  ///
  /// - Throws: `Error.invalidParameter` for the boxed type, which needs one.
  public convenience init(metadataFormatType: MediaSubType) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: metadataFormatType.rawValue, keys: nil, formatDescriptionOut: $0)
      })
  }

  /// Creates a description of boxed metadata from its keys: dictionaries of `kCMMetadataFormatDescriptionKey_…`.
  ///
  /// - Throws: `Error.invalidParameter` without keys, for a key that lacks its local identifier, its namespace or its
  ///   value, and for keys that share a local identifier.
  public convenience init(boxedMetadataKeys: [[String: CFPropertyList]]) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, keys: Self.array(boxedMetadataKeys),
          formatDescriptionOut: $0)
      })
  }

  /// Creates a description of boxed metadata from specifications of the values that its samples may hold: dictionaries
  /// of `kCMMetadataFormatDescriptionMetadataSpecificationKey_…`.
  ///
  /// - Throws: `Error.invalidParameter` without specifications, and for an incomplete one.
  public convenience init(boxedMetadataSpecifications: [[String: CFPropertyList]]) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed,
          metadataSpecifications: Self.array(boxedMetadataSpecifications), formatDescriptionOut: $0)
      })
  }

  /// Creates a description of boxed metadata like another one, whose samples may hold more kinds of values.
  ///
  /// - Throws: `Error.invalidParameter` for another description than of boxed metadata, without specifications, and for
  ///   an incomplete one. `Error.allocationFailed` where keys of the other description share a local identifier.
  public convenience init(
    sourceMetadata: CMMetadataFormatDescription, specifications: [[String: CFPropertyList]]
  ) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
          allocator: nil, sourceDescription: sourceMetadata, metadataSpecifications: Self.array(specifications),
          formatDescriptionOut: $0)
      })
  }

  /// Creates a description of boxed metadata whose samples may hold the values of either of two descriptions.
  ///
  /// - Throws: `Error.invalidParameter` where one description is not of boxed metadata, and `Error.allocationFailed`
  ///   where neither has keys, or those of the first share a local identifier.
  public convenience init(
    sourceMetadata: CMMetadataFormatDescription, otherSourceDescription: CMMetadataFormatDescription
  ) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
          allocator: nil, sourceDescription: sourceMetadata, otherSourceDescription: otherSourceDescription,
          formatDescriptionOut: $0)
      })
  }

  private static func array(_ dictionaries: [[String: CFPropertyList]]) -> CFArray {
    NSArray(array: dictionaries.map { NSDictionary(dictionary: $0) })
  }
}
