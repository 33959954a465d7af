public import Foundation
import MediaEngine

/// The location of the sample in its file. A chunk is one that the file's tables list, or in fragments a run of
/// samples.
extension AVSampleCursor {
  /// The URL of the file that holds the sample's chunk. It is `nil` where the movie does not name the file by a URL.
  public var currentChunkStorageURL: URL? { try? place.storageURL() }

  /// The range of the sample's bytes.
  public var currentSampleStorageRange: AVSampleCursorStorageRange {
    AVSampleCursorStorageRange(offset: place.offset, length: place.byteCount)
  }

  /// The range of the chunk's bytes. A chunk is a run of samples that are adjacent in the file.
  public var currentChunkStorageRange: AVSampleCursorStorageRange {
    let chunk = place.chunk
    return AVSampleCursorStorageRange(offset: chunk.offset, length: chunk.byteCount)
  }

  /// The number of samples in the chunk, and whether they are alike.
  public var currentChunkInfo: AVSampleCursorChunkInfo {
    let chunk = place.chunk
    return AVSampleCursorChunkInfo(
      chunkSampleCount: Int64(chunk.count), chunkHasUniformSampleSizes: ObjCBool(chunk.isOfOneSize),
      chunkHasUniformSampleDurations: ObjCBool(chunk.isOfOneDuration),
      chunkHasUniformFormatDescriptions: ObjCBool(chunk.isOfOneFormat))
  }

  /// The sample's place in its chunk, from 0.
  public var currentSampleIndexInChunk: Int64 { Int64(place.indexInChunk) }
}
