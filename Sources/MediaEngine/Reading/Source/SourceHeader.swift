package import CoreMedia
import Foundation
import MediaSupport
import MediaTime
package import MovieFile

/// The properties of a container as a whole.
///
/// A movie's header comes from our own parser of its index, which reads no media. For other containers libavformat has
/// to examine the streams first.
package struct SourceHeader: Sendable {
  /// The movie, for QuickTime and ISO files.
  package let movie: Movie?
  /// The end of the longest track. It is indefinite if it is not known.
  package let duration: CMTime
  /// The container's metadata.
  package let metadata: [MetadataRecord]
  /// A Boolean value that says whether the file states its durations and times. Otherwise they are estimated from its
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

  /// Makes the header of a container other than a movie from its streams.
  init(_ information: SourceInformation) {
    movie = nil
    duration = information.duration
    metadata = information.metadata
    statesTimes = information.statesTimes
  }
}

extension SourceHeader {
  /// The rate at which the container should be played; 1 is normal speed.
  package var preferredRate: Float { movie.map { Float($0.header.preferredRate) } ?? 1 }
  /// The volume at which the container should be played; 1 is as recorded, 0 is silent.
  package var preferredVolume: Float { movie.map { Float($0.header.preferredVolume) } ?? 1 }

  /// The creation date that a movie's header states; `nil` if it is zero.
  package var creationDate: Date? {
    guard let seconds = movie?.header.creationTime, seconds > 0 else { return nil }
    return Date(movieTime: seconds)
  }

  /// The lowest identifier that the container keeps free for new tracks; `nil` if it does not state one.
  package var nextTrackID: Int32? { movie.flatMap { Int32(exactly: $0.header.nextTrackID) } }

  /// A Boolean value that says whether samples may come in fragments (`mvex`).
  package var canContainFragments: Bool { movie?.isFragmented ?? false }
  /// A Boolean value that says whether the file contains a fragment (`moof`).
  package var containsFragments: Bool { movie?.hasFragments ?? false }

  /// The duration of all present and future fragments (`mehd`); invalid if the file does not state it.
  package var fragmentedDuration: CMTime {
    guard let movie, let ticks = movie.fragmentedDuration, ticks > 0 else { return .invalid }
    return movie.timeBase.time(ticks)
  }

  /// A Boolean value that says whether some of the media is encrypted.
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
