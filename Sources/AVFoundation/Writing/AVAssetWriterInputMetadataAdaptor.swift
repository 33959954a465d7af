import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Appends timed metadata groups to an input as samples of boxed metadata (MA-01 to MA-05).
///
/// A sample lasts until the next one. Where a group ends before the next begins, a sample that says nothing is put
/// between them.
public final class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Sendable: constants, and the end of the last group behind its lock.

  /// The input that groups go to.
  public let assetWriterInput: AVAssetWriterInput
  private let format: CMFormatDescription
  private let keys: [BoxedMetadataKey]
  private let lastEnd = Mutex<CMTime?>(nil)

  /// An adaptor for a metadata input that has none, whose hint is of boxed metadata, and whose writer has not started;
  /// else the process stops (MA-01, MA-02).
  public init(assetWriterInput input: AVAssetWriterInput) {
    if input.mediaType != .metadata { raise(.invalidArgument, "a metadata adaptor needs a metadata input") }
    guard let hint = input.sourceFormatHint else {
      raise(.invalidArgument, "a metadata adaptor needs an input with a source format hint")
    }
    if hint.mediaSubType != .boxed {
      raise(.invalidArgument, "a metadata adaptor needs a source format hint of boxed metadata ('mebx')")
    }
    if let writer = input.state.withLock({ $0.writer }), writer.status != .unknown {
      raise(.invalidArgument, "a metadata adaptor is made before writing starts")
    }
    let isFirst = input.state.withLock { state in
      defer { state.hasMetadataAdaptor = true }
      return !state.hasMetadataAdaptor
    }
    if !isFirst { raise(.invalidArgument, "the input has a metadata adaptor already") }
    assetWriterInput = input
    format = hint
    keys = hint.boxedMetadataKeys
  }

  /// Appends a group's items for its time range; the items' own times are not looked at (MA-03).
  ///
  /// The group may be without items: nothing holds then. A duration that is not numeric means until the next group.
  /// Stops the process when the range's start is not numeric, when an item is not one of the hint's (identifier, data
  /// type and language, MA-04) or its value cannot be stored by its data type, and when the input is not ready, not
  /// added or not started (MA-05).
  ///
  /// - Returns: `false` when the writer failed, was cancelled or has no open session.
  public func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    guard let track = assetWriterInput.startedTrack(for: "append(_:)") else { return false }
    let range = timedMetadataGroup.timeRange
    if !range.start.isNumeric { raise(.invalidArgument, "the start of a group's time range must be numeric") }
    let sample = BoxedMetadataSample(timedMetadataGroup.items.map { value(of: $0) })
    if !track.isReady { assetWriterInput.raiseNotReady("append(_:)") }
    if let gap = lastEnd.withLock({ $0 }), gap < range.start {
      guard append(BoxedMetadataSample([]), CMTimeRange(start: gap, end: range.start), to: track) else { return false }
    }
    guard append(sample, range, to: track) else { return false }
    lastEnd.withLock { $0 = range.duration.isNumeric ? range.end : nil }
    return true
  }

  /// What a sample holds of an item.
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

  private func append(_ sample: BoxedMetadataSample, _ range: CMTimeRange, to track: TrackWriter) -> Bool {
    let bytes = sample.serialized()
    let timing = CMSampleTimingInfo(
      duration: range.duration.isNumeric ? range.duration : .invalid, presentationTimeStamp: range.start,
      decodeTimeStamp: .invalid)
    guard
      let block = try? CMBlockBuffer(copying: bytes),
      let buffer = try? CMSampleBuffer(
        dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing],
        sampleSizes: [bytes.count])
    else { return false }
    return track.append(buffer)
  }
}

extension BoxedMetadataKey {
  /// Whether an item is of this key: the identifier, the language, and the data type where the item states one.
  fileprivate func describes(_ item: AVMetadataItem) -> Bool {
    guard identifier == item.identifier?.rawValue, language == item.extendedLanguageTag else { return false }
    guard let stated = item.fields.dataType else { return true }
    return dataType.map { $0 == DataType(name: stated) } ?? true
  }
}

extension AVMetadataItem {
  /// The bytes of the value as the key stores it.
  fileprivate func encoded(by key: BoxedMetadataKey) -> Data? {
    let types = [key.dataType?.name] + key.conformingTypes.map(\.name)
    let known = types.lazy.compactMap { $0 }.first { MetadataDataTypeRegistry.shared.baseType(of: $0) != nil }
    return value.flatMap { MetadataValue.data($0, dataType: known) }
  }
}
