public import Foundation
import MediaEngine

/// Where the sample lies. A chunk is what the file's tables call so, and in fragments a run of samples.
extension AVSampleCursor {
  /// The file that the sample's chunk lies in; `nil` where the movie does not name it by a URL.
  public var currentChunkStorageURL: URL? { try? place.storageURL() }

  /// The bytes of the sample.
  public var currentSampleStorageRange: AVSampleCursorStorageRange {
    AVSampleCursorStorageRange(offset: place.offset, length: place.byteCount)
  }

  /// The bytes of the samples that lie one behind the other.
  public var currentChunkStorageRange: AVSampleCursorStorageRange {
    let chunk = place.chunk
    return AVSampleCursorStorageRange(offset: chunk.offset, length: chunk.byteCount)
  }

  /// How many samples are in the chunk, and whether they are alike.
  public var currentChunkInfo: AVSampleCursorChunkInfo {
    let chunk = place.chunk
    return AVSampleCursorChunkInfo(
      chunkSampleCount: Int64(chunk.count), chunkHasUniformSampleSizes: ObjCBool(chunk.isOfOneSize),
      chunkHasUniformSampleDurations: ObjCBool(chunk.isOfOneDuration),
      chunkHasUniformFormatDescriptions: ObjCBool(chunk.isOfOneFormat))
  }

  /// The sample's place in its chunk, from 0.
  public var currentSampleIndexInChunk: Int64 { Int64(place.index - place.chunk.firstIndex) }
}
