public import CoreGraphics

/// A segment of one timeline, the source, and its place on another, the target, as in a movie's edit list.
///
/// The segment plays at the rate `source.duration / target.duration`. An empty edit has a source whose start is not
/// numeric.
public struct CMTimeMapping: BitwiseCopyable, Hashable, Sendable {
  /// The segment on the timeline it comes from, such as a media's.
  public var source: CMTimeRange

  /// The segment on the timeline it goes to, such as a track's.
  public var target: CMTimeRange

  /// Creates the invalid mapping.
  public init() {
    source = .invalid
    target = .invalid
  }

  /// Creates a mapping from its two ranges, taken as they are.
  public init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }

  /// A mapping that does not exist.
  public static let invalid = CMTimeMapping()
}

/// Returns the mapping of one range to another; invalid where the duration of either has an epoch.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// Returns the mapping of nothing to a range; invalid where the range's duration has an epoch.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMappingMake(source: .invalid, target: target)
}

/// Returns a description of a mapping: see `CMTimeMappingShow(_:)`.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
  CFString(string: mapping.summary)
}

/// Prints the source and the target of a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping.summary) }
