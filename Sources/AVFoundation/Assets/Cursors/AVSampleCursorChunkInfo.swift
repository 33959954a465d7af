public import Foundation

/// Samples that lie one behind the other.
public struct AVSampleCursorChunkInfo: Sendable {
  /// How many.
  public var chunkSampleCount: Int64
  /// All have one size.
  public var chunkHasUniformSampleSizes: ObjCBool
  /// All last equally long.
  public var chunkHasUniformSampleDurations: ObjCBool
  /// All have one format.
  public var chunkHasUniformFormatDescriptions: ObjCBool

  /// All false and zero.
  public init() {
    self.init(
      chunkSampleCount: 0, chunkHasUniformSampleSizes: false, chunkHasUniformSampleDurations: false,
      chunkHasUniformFormatDescriptions: false)
  }

  public init(
    chunkSampleCount: Int64, chunkHasUniformSampleSizes: ObjCBool, chunkHasUniformSampleDurations: ObjCBool,
    chunkHasUniformFormatDescriptions: ObjCBool
  ) {
    self.chunkSampleCount = chunkSampleCount
    self.chunkHasUniformSampleSizes = chunkHasUniformSampleSizes
    self.chunkHasUniformSampleDurations = chunkHasUniformSampleDurations
    self.chunkHasUniformFormatDescriptions = chunkHasUniformFormatDescriptions
  }
}
