internal import CFFmpeg

/// How bright the content gets: CTA-861.3, in candelas per square metre.
package struct ContentLightLevel: Hashable, Sendable {
  /// Of the brightest pixel (MaxCLL).
  package var maximum: UInt32
  /// Of the brightest picture's average (MaxFALL).
  package var maximumAverage: UInt32

  package init(maximum: UInt32, maximumAverage: UInt32) {
    self.maximum = maximum
    self.maximumAverage = maximumAverage
  }

  /// The library's structure in side data; `nil` where the bytes are too few.
  init?(sideData bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVContentLightMetadata>.size else { return nil }
    let metadata = bytes.loadUnaligned(as: AVContentLightMetadata.self)
    self.init(maximum: metadata.MaxCLL, maximumAverage: metadata.MaxFALL)
  }
}
