import Foundation
import MediaSupport
import MovieFile

extension Track {
  /// Returns the file that contains a sample: the movie itself, or the file that its data reference names, relative to
  /// the movie.
  ///
  /// - Throws: `unsupportedByContainer` if the reference is no URL.
  func location(of sample: TrackSample, in movieURL: URL) throws -> URL {
    let index = Int(sampleEntries[sample.entry].dataReferenceIndex) - 1
    guard dataReferences.indices.contains(index), !dataReferences[index].isSelfContained else { return movieURL }
    let reference = dataReferences[index]
    guard reference.kind == "url ", let location = reference.location,
      let url = URL(string: location, relativeTo: movieURL)
    else {
      throw MediaError(
        .unsupportedByContainer, .demuxing,
        "the data reference of a sample is of type '\(reference.kind)', not a URL")
    }
    return url.absoluteURL
  }
}
