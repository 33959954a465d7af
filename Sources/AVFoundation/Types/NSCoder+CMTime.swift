public import CoreMedia
public import Foundation

// Times in archives with keys (TA-01, TA-02). The archive holds them as whole numbers under keys that begin with the
// given one, and needs no class of its own, so that secure archives have them too.
extension NSCoder {
  /// Puts a time into an archive.
  public func encode(_ time: CMTime, forKey key: String) {
    encode(time.value, forKey: key + ".value")
    encode(time.timescale, forKey: key + ".timescale")
    encode(Int64(time.flags.rawValue), forKey: key + ".flags")
    encode(time.epoch, forKey: key + ".epoch")
  }

  /// Puts a range into an archive.
  public func encode(_ timeRange: CMTimeRange, forKey key: String) {
    encode(timeRange.start, forKey: key + ".start")
    encode(timeRange.duration, forKey: key + ".duration")
  }

  /// Puts a mapping into an archive.
  public func encode(_ timeMapping: CMTimeMapping, forKey key: String) {
    encode(timeMapping.source, forKey: key + ".source")
    encode(timeMapping.target, forKey: key + ".target")
  }

  /// Returns the time of a key; the invalid time where the archive has none under it.
  public func decodeTime(forKey key: String) -> CMTime {
    guard containsValue(forKey: key + ".value") else { return .invalid }
    let flags = UInt32(truncatingIfNeeded: decodeInt64(forKey: key + ".flags"))
    return CMTime(
      value: decodeInt64(forKey: key + ".value"), timescale: decodeInt32(forKey: key + ".timescale"),
      flags: CMTimeFlags(rawValue: flags), epoch: decodeInt64(forKey: key + ".epoch"))
  }

  /// Returns the range of a key; the invalid range where the archive has none under it.
  public func decodeTimeRange(forKey key: String) -> CMTimeRange {
    CMTimeRange(start: decodeTime(forKey: key + ".start"), duration: decodeTime(forKey: key + ".duration"))
  }

  /// Returns the mapping of a key; the invalid mapping where the archive has none under it.
  public func decodeTimeMapping(forKey key: String) -> CMTimeMapping {
    CMTimeMapping(source: decodeTimeRange(forKey: key + ".source"), target: decodeTimeRange(forKey: key + ".target"))
  }
}
