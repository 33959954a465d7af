public import CoreMedia
import Foundation
import MediaEngine

extension AVTimedMetadataGroup {
  /// The group that a sample of boxed metadata holds, or `nil` for other samples, and for damaged ones.
  ///
  /// The items have the group's time and duration. An empty sample is a group without items.
  public convenience init?(sampleBuffer: CMSampleBuffer) {
    guard
      let format = sampleBuffer.formatDescription, format.mediaType == .metadata, format.mediaSubType == .boxed,
      let data = sampleBuffer.dataBuffer, let bytes = try? data.dataBytes(),
      let sample = try? BoxedMetadataSample(parsing: [UInt8](bytes))
    else { return nil }
    let range = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
    let keys = Dictionary(format.boxedMetadataKeys.map { ($0.localID, $0) }, uniquingKeysWith: { first, _ in first })
    let items = sample.values.compactMap { value in
      keys[value.localID].map { AVMetadataItem($0, value.bytes, range) }
    }
    self.init(Fields(items: items, timeRange: range, format: format))
  }

  /// The format of samples that hold these items: that of the sample from which the group was made, or else one that
  /// names each item's identifier, data type and language. It is `nil` where an item lacks an identifier or cannot be
  /// stored.
  public func copyFormatDescription() -> CMMetadataFormatDescription? {
    if let format = fields.format { return format }
    let specifications: [NSDictionary?] = items.map { item in
      guard let identifier = item.identifier, let dataType = item.dataType, item.dataValue != nil else { return nil }
      let specification = NSMutableDictionary()
      specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier] =
        NSString(string: identifier.rawValue)
      specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType] = NSString(string: dataType)
      if let tag = item.extendedLanguageTag {
        specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] = NSString(string: tag)
      }
      return specification
    }
    if specifications.contains(nil) { return nil }
    var format: CMMetadataFormatDescription?
    _ = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: nil, metadataType: kCMMetadataFormatType_Boxed,
      metadataSpecifications: NSArray(array: specifications.compactMap { $0 }), formatDescriptionOut: &format)
    return format
  }
}

extension AVMetadataItem {
  /// The item of a box in a metadata sample.
  fileprivate convenience init(_ key: BoxedMetadataKey, _ bytes: [UInt8], _ range: CMTimeRange) {
    var fields = MetadataItemFields()
    fields.set(key.identifier.map { AVMetadataIdentifier($0) })
    fields.dataType = key.dataType?.name
    // A type that nobody registered here is read as the type that it conforms to.
    let types = [key.dataType?.name] + key.conformingTypes.map(\.name)
    let known = types.lazy.compactMap { $0 }.first { MetadataDataTypeRegistry.shared.baseType(of: $0) != nil }
    fields.value = .known(MetadataItemValue.object(Data(bytes), dataType: known))
    fields.extendedLanguageTag = key.language
    fields.time = range.start
    fields.duration = range.duration
    self.init(fields)
  }
}
