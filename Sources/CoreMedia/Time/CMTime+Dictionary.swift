public import CoreGraphics
internal import Foundation

// Times, ranges and mappings as dictionaries, for property lists and attachments.
//
// The keys are immutable strings, but NSString is not Sendable: hence `nonisolated(unsafe)`.

/// The key of a time's value, a 64-bit number.
nonisolated(unsafe) public let kCMTimeValueKey: CFString = "value"

/// The key of a time's timescale, a 32-bit number.
nonisolated(unsafe) public let kCMTimeScaleKey: CFString = "timescale"

/// The key of a time's epoch, a 64-bit number.
nonisolated(unsafe) public let kCMTimeEpochKey: CFString = "epoch"

/// The key of a time's flags, a 32-bit number.
nonisolated(unsafe) public let kCMTimeFlagsKey: CFString = "flags"

/// The key of a range's start, the dictionary of a time.
nonisolated(unsafe) public let kCMTimeRangeStartKey: CFString = "start"

/// The key of a range's duration, the dictionary of a time.
nonisolated(unsafe) public let kCMTimeRangeDurationKey: CFString = "duration"

/// The key of a mapping's source, the dictionary of a range.
nonisolated(unsafe) public let kCMTimeMappingSourceKey: CFString = "source"

/// The key of a mapping's target, the dictionary of a range.
nonisolated(unsafe) public let kCMTimeMappingTargetKey: CFString = "target"

/// Returns a time as a dictionary of its four fields.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: NSNumber(value: time.value),
    kCMTimeScaleKey: NSNumber(value: time.timescale),
    kCMTimeEpochKey: NSNumber(value: time.epoch),
    kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
  ]
}

/// Returns the time of a dictionary; the invalid time where a field is missing or not a number.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  guard let fields = dictionaryRepresentation,
    let value = fields[kCMTimeValueKey] as? NSNumber,
    let timescale = fields[kCMTimeScaleKey] as? NSNumber,
    let epoch = fields[kCMTimeEpochKey] as? NSNumber,
    let flags = fields[kCMTimeFlagsKey] as? NSNumber
  else { return .invalid }
  return CMTime(
    value: value.int64Value, timescale: timescale.int32Value, flags: CMTimeFlags(rawValue: flags.uint32Value),
    epoch: epoch.int64Value)
}

/// Returns a range as a dictionary of the dictionaries of its start and its duration.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  dictionary(
    kCMTimeRangeStartKey, CMTimeCopyAsDictionary(range.start, allocator: allocator),
    kCMTimeRangeDurationKey, CMTimeCopyAsDictionary(range.duration, allocator: allocator))
}

/// Returns the range of a dictionary; the invalid range where a field is missing or does not hold a time.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  CMTimeRange(
    start: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeStartKey] as? CFDictionary),
    duration: CMTimeMakeFromDictionary(dictionaryRepresentation[kCMTimeRangeDurationKey] as? CFDictionary))
}

/// Returns a mapping as a dictionary of the dictionaries of its source and its target.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
  dictionary(
    kCMTimeMappingSourceKey, CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator),
    kCMTimeMappingTargetKey, CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator))
}

/// Returns the mapping of a dictionary; a field that is missing, or not a range, is the invalid range.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
  func range(_ key: CFString) -> CMTimeRange {
    (dictionaryRepresentation[key] as? CFDictionary).map(CMTimeRangeMakeFromDictionary) ?? .invalid
  }
  return CMTimeMapping(source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

private func dictionary(
  _ firstKey: CFString, _ first: CFDictionary?, _ secondKey: CFString, _ second: CFDictionary?
) -> CFDictionary? {
  guard let first, let second else { return nil }
  return [firstKey: first, secondKey: second]
}
