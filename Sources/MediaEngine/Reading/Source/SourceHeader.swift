package import CoreMedia
import Foundation
import MediaSupport
import MediaTime
package import MovieFile

/// The properties of a container as a whole.
///
/// A movie's come from our own reading of its index, and no media is touched for it. For other containers libavformat
/// has to look at the streams first.
package struct SourceHeader: Sendable {
  /// The movie, for QuickTime and ISO files.
  package let movie: Movie?
  /// The end of the longest track. It is indefinite where it is not known.
  package let duration: CMTime
  /// The container's metadata.
  package let metadata: [MetadataRecord]
  /// A Boolean value that says whether durations and times are the file's own statement, and not an estimate from its
  /// size.
  package let statesTimes: Bool

  init(_ movie: Movie) {
    self.movie = movie
    duration = movie.presentationEnd
    metadata = movie.records
    statesTimes = true
  }

  /// Makes the header of content that has no container.
  ///
  /// - Parameter duration: the end of the longest track.
  init(duration: CMTime) {
    movie = nil
    self.duration = duration
    metadata = []
    statesTimes = true
  }

  /// Makes the header of a container that is no movie from its streams.
  init(_ information: SourceInformation) {
    movie = nil
    duration = information.duration
    metadata = information.metadata
    statesTimes = information.statesTimes
  }
}

extension SourceHeader {
  /// The rate at which the container wants to be played: 1 is as recorded.
  package var preferredRate: Float { movie.map { Float($0.header.preferredRate) } ?? 1 }
  /// The volume at which the container wants to be played: 1 is as recorded, 0 is silent.
  package var preferredVolume: Float { movie.map { Float($0.header.preferredVolume) } ?? 1 }

  /// The date at which a movie was made, as its header says; `nil` where that is zero.
  package var creationDate: Date? {
    guard let seconds = movie?.header.creationTime, seconds > 0 else { return nil }
    return Date(movieTime: seconds)
  }

  /// The lowest identifier that the container keeps free for new tracks; `nil` where it does not say.
  package var nextTrackID: Int32? { movie.flatMap { Int32(exactly: $0.header.nextTrackID) } }

  /// A Boolean value that says whether samples may come in fragments (`mvex`).
  package var canContainFragments: Bool { movie?.isFragmented ?? false }
  /// A Boolean value that says whether a fragment is there (`moof`).
  package var containsFragments: Bool { movie?.hasFragments ?? false }

  /// The duration of all fragments that are or will be there (`mehd`); invalid where the file does not say.
  package var fragmentedDuration: CMTime {
    guard let movie, let ticks = movie.fragmentedDuration, ticks > 0 else { return .invalid }
    return movie.timeBase.time(ticks)
  }

  /// A Boolean value that says whether a key is needed to decode some of the media.
  package var isProtected: Bool {
    movie?.tracks.contains { $0.sampleEntries.contains { $0.protection != nil } } ?? false
  }
}

extension Movie {
  /// The movie's metadata.
  var records: [MetadataRecord] {
    let records = MetadataRecord.records(userData: userData, metadata: metadata)
    guard let packet = xmp.map(MetadataRecord.record(xmp:)), !records.contains(packet) else { return records }
    return records + [packet]
  }
}
