internal import CFFmpeg

/// The brightness of the content: CTA-861.3, in candelas per square metre.
package struct ContentLightLevel: Hashable, Sendable {
  /// The light of the brightest pixel (MaxCLL).
  package var maximum: UInt32
  /// The average light of the brightest picture (MaxFALL).
  package var maximumAverage: UInt32

  package init(maximum: UInt32, maximumAverage: UInt32) {
    self.maximum = maximum
    self.maximumAverage = maximumAverage
  }

  /// Makes the level from the library's side data; `nil` if there are too few bytes.
  init?(sideData bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVContentLightMetadata>.size else { return nil }
    let metadata = bytes.loadUnaligned(as: AVContentLightMetadata.self)
    self.init(maximum: metadata.MaxCLL, maximumAverage: metadata.MaxFALL)
  }
}
