package import Foundation
import MovieFile

/// What the tables say of the sample at a cursor's place.
extension SampleCursor {
  /// Whether decoding can begin with it.
  package var isSync: Bool { sample.isSync }
  /// Whether it needs other samples; `nil` where that is not stated, here and below.
  package var dependsOnOthers: Bool? { sample.dependency.dependsOnOthers.isYes }
  /// Whether other samples need it.
  package var isDependedOn: Bool? { sample.dependency.isDependedOn.isYes }
  package var hasRedundancy: Bool? { sample.dependency.hasRedundancy.isYes }

  /// How many samples before this one are decoded first, to have it as in playing from the start.
  package var samplesBeforeRefresh: Int {
    if let roll = samples.track.rollDistance, roll < 0 { return min(index, -Int(roll)) }
    var place = index
    while place > 0, let sample = samples[place], !sample.isSync { place -= 1 }
    return index - place
  }

  /// How many samples, from this one on, a decoder takes until it needs none before: 0 for one that needs none itself.
  package var samplesUntilRefresh: Int {
    var place = index
    while let sample = samples[place], !sample.isSync { place += 1 }
    return place - index
  }

  /// Where its bytes are.
  package var offset: Int64 { sample.offset }
  package var byteCount: Int64 { Int64(sample.size) }

  /// The file that it lies in: the movie itself, or what its data reference names.
  ///
  /// - Throws: `unsupportedByContainer` where that is no URL.
  package func storageURL() throws -> URL { try samples.track.location(of: sample, in: movieURL) }
}

extension SampleCursor {
  /// Samples that lie one behind the other: a chunk of the tables, or a run of a fragment.
  package struct Chunk: Sendable {
    /// The number of the first one in decode order.
    package let firstIndex: Int
    package let count: Int
    package let offset: Int64
    package let byteCount: Int64
    package let isOfOneSize: Bool
    package let isOfOneDuration: Bool
    package let isOfOneFormat: Bool
  }

  /// The chunk that the sample is in.
  package var chunk: Chunk {
    let range = samples.track.chunk(of: index) ?? index..<index + 1
    let members = range.lazy.compactMap { samples[$0] }
    return Chunk(
      firstIndex: range.lowerBound, count: range.count, offset: members.first?.offset ?? sample.offset,
      byteCount: members.reduce(0) { $0 &+ Int64($1.size) },
      isOfOneSize: members.allSatisfy { $0.size == sample.size },
      isOfOneDuration: members.allSatisfy { $0.duration == sample.duration },
      // The tables name an entry for a whole chunk.
      isOfOneFormat: true)
  }
}

extension SampleDependency.Answer {
  fileprivate var isYes: Bool? { self == .unknown ? nil : self == .yes }
}
