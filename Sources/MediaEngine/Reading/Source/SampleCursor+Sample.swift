package import Foundation
import MediaSupport
import MovieFile

/// The properties of the sample at a cursor's position, from the tables.
extension SampleCursor {
  /// A Boolean value that says whether decoding can begin with the sample.
  package var isSync: Bool { sample.isSync }
  /// A Boolean value that says whether the sample needs others. It is `nil` if that is not stated, here and below.
  package var dependsOnOthers: Bool? { sample.dependency.dependsOnOthers.isYes }
  /// A Boolean value that says whether other samples need this one.
  package var isDependedOn: Bool? { sample.dependency.isDependedOn.isYes }
  package var hasRedundancy: Bool? { sample.dependency.hasRedundancy.isYes }

  /// The number of samples before this one that must be decoded first, for the same result as in playing from the
  /// start.
  package var samplesBeforeRefresh: Int {
    if let roll = samples.track.rollDistance, roll < 0 { return min(index, -Int(roll)) }
    var place = index
    while place > 0, let sample = samples[place], !sample.isSync { place -= 1 }
    return index - place
  }

  /// The number of samples, from this one on, after which a decoder needs no earlier sample: 0 for a sample that itself
  /// needs none.
  package var samplesUntilRefresh: Int {
    var place = index
    while let sample = samples[place], !sample.isSync { place += 1 }
    return place - index
  }

  /// The offset of the sample's bytes in its file.
  package var offset: Int64 { sample.offset }
  package var byteCount: Int64 { Int64(sample.size) }

  /// Returns the URL of the file that contains the sample: the movie itself, or the file that its data reference names.
  ///
  /// - Throws: `unsupportedByContainer` if the data reference is no URL.
  package func storageURL() throws -> URL { try samples.track.location(of: sample, in: movieURL) }
}

extension SampleCursor {
  /// Adjacent samples: a chunk of the tables, or a run of a fragment.
  package struct Chunk: Sendable {
    package let count: Int
    package let offset: Int64
    package let byteCount: Int64
    package let isOfOneSize: Bool
    package let isOfOneDuration: Bool
    package let isOfOneFormat: Bool
  }

  /// The chunk that the sample is in.
  package var chunk: Chunk {
    let (track, range) = (samples.track, chunkRange)
    return Chunk(
      count: range.count, offset: sample.offset &- track.byteCount(of: range.lowerBound..<index),
      byteCount: track.byteCount(of: range), isOfOneSize: track.areOfOneSize(range),
      isOfOneDuration: track.areOfOneDuration(range),
      // The tables state one sample entry for a whole chunk.
      isOfOneFormat: true)
  }

  /// The number of samples in the chunk before this one.
  package var indexInChunk: Int { index - chunkRange.lowerBound }

  private var chunkRange: Range<Int> { samples.track.chunk(of: index) ?? index..<index + 1 }
}

extension SampleDependency.Answer {
  fileprivate var isYes: Bool? { self == .unknown ? nil : self == .yes }
}
