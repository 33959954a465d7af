import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Timed metadata groups as samples of boxed metadata (MA-03, MA-04).
///
/// A sample lasts until the next one. Where a group ends before the next begins, an empty sample is put between them.
struct TimedMetadataSamples: Sendable {
  private let format: CMFormatDescription
  private let keys: [BoxedMetadataKey]
  /// The end of the last sample. It is `nil` before the first one, and if the last one lasts until the next.
  private var lastEnd: CMTime?
  /// The start of the last sample. It is `nil` before the first one.
  private var lastStart: CMTime?

  /// Samples for a metadata input whose hint is of boxed metadata, and whose writer has not started; else the process
  /// stops (MA-01, MA-02).
  ///
  /// - Parameter name: the name of the object that is being made, for the message.
  init(for input: AVAssetWriterInput, _ name: String) {
    if input.mediaType != .metadata { raise(.invalidArgument, "\(name) needs a metadata input") }
    guard let hint = input.sourceFormatHint else {
      raise(.invalidArgument, "\(name) needs an input with a source format hint")
    }
    if hint.mediaSubType != .boxed {
      raise(.invalidArgument, "\(name) needs a source format hint of boxed metadata ('mebx')")
    }
    if let writer = input.state.withLock({ $0.writer }), writer.status != .unknown {
      raise(.invalidArgument, "\(name) must be created before writing starts")
    }
    format = hint
    keys = hint.boxedMetadataKeys
  }

  /// Returns an error if a group begins before the one before it: a sample lasts until the next. It is `nil` if the
  /// group can be appended.
  func refusal(of group: AVTimedMetadataGroup) -> MediaError? {
    let start = group.timeRange.start
    guard let lastStart, start.isNumeric, start < lastStart else { return nil }
    return MediaError(
      .invalidOperation, .writing, "a group of timed metadata begins before the group that was appended before it")
  }

  /// Returns the samples of a group: its own, and before it one for the gap since the last group, where there is one.
  ///
  /// Stops the process when the range's start is not numeric, when an item is not one of the hint's (identifier, data
  /// type and language, MA-04) or its value cannot be stored by its data type.
  func samples(of group: AVTimedMetadataGroup) -> [CMSampleBuffer] {
    let range = group.timeRange
    if !range.start.isNumeric { raise(.invalidArgument, "the start of a group's time range must be numeric") }
    let sample = buffer(BoxedMetadataSample(group.items.map { value(of: $0) }), range)
    guard let lastEnd, lastEnd < range.start else { return [sample] }
    return [buffer(BoxedMetadataSample([]), CMTimeRange(start: lastEnd, end: range.start)), sample]
  }

  /// Notes that a sample was appended.
  mutating func didAppend(_ sample: CMSampleBuffer) {
    lastStart = sample.presentationTimeStamp
    lastEnd = sample.duration.isNumeric ? sample.presentationTimeStamp + sample.duration : nil
  }

  /// Returns the value that a sample holds for an item.
  private func value(of item: AVMetadataItem) -> BoxedMetadataSample.Value {
    guard let key = keys.first(where: { $0.describes(item) }) else {
      let name = item.identifier?.rawValue ?? "without an identifier"
      raise(
        .invalidArgument,
        "an item \(name) of type \(item.dataType ?? "unknown") is not one that the input's source format hint names")
    }
    guard let data = item.encoded(by: key) else {
      raise(.invalidArgument, "the value of an item \(key.identifier ?? "") cannot be stored by its data type")
    }
    return .init(localID: key.localID, bytes: [UInt8](data))
  }

  private func buffer(_ sample: BoxedMetadataSample, _ range: CMTimeRange) -> CMSampleBuffer {
    let bytes = CMReadOnlyDataBlockBuffer(Data(sample.serialized()))
    let timing = CMSampleTimingInfo(
      duration: range.duration.isNumeric ? range.duration : .invalid, presentationTimeStamp: range.start,
      decodeTimeStamp: .invalid)
    return bytes.withUnsafeBlockBuffer { CMSampleBuffer(dataBuffer: $0, format: format, timing: timing) }
  }
}

extension BoxedMetadataKey {
  /// Returns whether this key matches an item: its identifier, its language, and its data type if the item states one.
  fileprivate func describes(_ item: AVMetadataItem) -> Bool {
    guard identifier == item.identifier?.rawValue, language == item.extendedLanguageTag else { return false }
    guard let stated = item.fields.dataType else { return true }
    return dataType.map { $0 == DataType(name: stated) } ?? true
  }
}

extension AVMetadataItem {
  /// Returns the bytes of the value as the key stores it.
  fileprivate func encoded(by key: BoxedMetadataKey) -> Data? {
    let types = [key.dataType?.name] + key.conformingTypes.map(\.name)
    let known = types.lazy.compactMap { $0 }.first { MetadataDataTypeRegistry.shared.baseType(of: $0) != nil }
    return value.flatMap { MetadataItemValue.data($0, dataType: known) }
  }
}
