/// A stretch of indexes.
public struct CFRange: Sendable, Hashable {
  public var location: CFIndex
  public var length: CFIndex

  public init() { self.init(location: 0, length: 0) }

  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// The range of `length` indexes from `location`.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
