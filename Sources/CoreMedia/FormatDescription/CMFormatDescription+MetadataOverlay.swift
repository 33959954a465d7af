public import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Metadata of a type that needs no table of keys.
  public convenience init(metadataFormatType: MediaSubType) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: metadataFormatType.rawValue, keys: nil, formatDescriptionOut: $0)
      })
  }

  /// Boxed metadata by its table of keys: dictionaries of `kCMMetadataFormatDescriptionKey_…`.
  public convenience init(boxedMetadataKeys: [[String: CFPropertyList]]) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, keys: Self.array(boxedMetadataKeys),
          formatDescriptionOut: $0)
      })
  }

  /// Boxed metadata by what its samples may hold: dictionaries of
  /// `kCMMetadataFormatDescriptionMetadataSpecificationKey_…`.
  public convenience init(boxedMetadataSpecifications: [[String: CFPropertyList]]) throws {
    try self.init(
      copying: Self.made {
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed,
          metadataSpecifications: Self.array(boxedMetadataSpecifications), formatDescriptionOut: $0)
      })
  }

  /// The boxed metadata of a format, and more that its samples may hold.
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

  /// The boxed metadata of two formats.
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
