public import Foundation

/// Facts about a chunk, which is a run of samples that are adjacent in the file.
public struct AVSampleCursorChunkInfo: Sendable {
  /// The number of samples.
  public var chunkSampleCount: Int64
  /// A Boolean value that says whether all samples have the same size.
  public var chunkHasUniformSampleSizes: ObjCBool
  /// A Boolean value that says whether all samples have the same duration.
  public var chunkHasUniformSampleDurations: ObjCBool
  /// A Boolean value that says whether all samples have the same format.
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
