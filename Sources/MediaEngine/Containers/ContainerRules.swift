package import CoreAudioTypes
package import CoreMedia
package import MediaSupport
package import MovieFile

/// The fixed properties of a container. Everything that depends on the container, from `canApply` to `avwrite formats`,
/// uses this one table.
package struct ContainerRules: Sendable {
  /// The part that writes the container.
  package enum Writer: Sendable {
    case movie(FileFormat)
    case library(LibraryFormat)
  }

  /// The codings that it can store unchanged.
  package enum Codings: Sendable {
    /// Any coding that has a code.
    case any
    /// The codings of some of Core Media's codes.
    case these([FourCC])

    func contains(_ code: FourCC) -> Bool {
      switch self {
      case .any: true
      case .these(let codes): codes.contains(code)
      }
    }
  }

  /// The name, for messages.
  package var name: String
  /// The file extensions without dots, the usual one first.
  package var fileExtensions: [String]
  /// Apple's uniform type, or else the one that the format's makers declare.
  package var typeIdentifier: String
  package var writer: Writer
  /// The kinds of tracks that it carries, with the codings of each.
  package var codings: [(mediaType: CMFormatDescription.MediaType, codings: Codings)]
  /// Returns whether it carries a form of linear PCM, where linear PCM is among its codings.
  package var carriesPCM: @Sendable (LinearPCM) -> Bool = { _ in false }
  /// A Boolean value that says whether linear PCM is usually written in big-endian byte order.
  package var hasBigEndianPCM = false
  /// The coding that sound usually has in it.
  package var usualSound: AudioFormatID
  /// A Boolean value that says whether it states how many samples at both ends of coded sound were added by the
  /// encoder, and must not be heard.
  package var isGapless = true
  /// A Boolean value that says whether a track's packets may have pictures in several layers, as the two views of
  /// MV-HEVC. A transport stream has a stream for each layer (ISO 13818-1, stream types 0x27 to 0x2A).
  package var carriesLayers = true
  /// A Boolean value that says whether it states the time of each packet. In other containers packets follow each other
  /// from the file's start on, without pauses.
  package var hasTimes = true
  /// The number of ticks a second of its only time unit; `nil` if each track has its own.
  package var timeScale: Int32?
  /// The greatest number of tracks; `nil` if only memory limits it.
  package var trackLimit: Int?
  /// The key spaces of metadata that it writes unchanged, beginning with the one that its players read first.
  package var keySpaces: [String] = []

  /// A Boolean value that says whether it can be written without seeking back; movies are, in fragments.
  package var streams: Bool {
    switch writer {
    case .movie(let format): !format.isQuickTime
    case .library(let format): format.streams
    }
  }

  /// A Boolean value that says whether it has no header from which a decoder could be configured, so that the packets
  /// contain the configuration.
  var isHeaderless: Bool {
    if case .library(let format) = writer { format.isHeaderless } else { false }
  }

  /// A Boolean value that says whether the length of each track is stated, or follows from the samples.
  package var statesDuration: Bool {
    if case .library(let format) = writer { format.statesDuration } else { true }
  }

  /// The greatest number of bytes of a file; `nil` if no possible file is too long.
  package var largestFile: Int64? {
    switch writer {
    case .movie: nil
    case .library(let format): format.largestFile
    }
  }

  /// The bytes that it adds to its samples.
  package var overhead: ContainerOverhead {
    switch writer {
    // For a picture these are its size, times, position and flags; for sound only its size.
    case .movie:
      ContainerOverhead(
        perPicture: 15, perOtherSample: 6, unusedShare: 0.006, heldByteCount: MovieWriter.heldPlannedMedia)
    case .library(let format): format.overhead
    }
  }

  /// A Boolean value that says whether a cover picture among the metadata is written.
  package var carriesPictures: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.pictures != nil
    }
  }

  /// A Boolean value that says whether it holds files of any kind beside its media.
  package var carriesAttachments: Bool {
    switch writer {
    case .movie: false
    case .library(let format): format.hasAttachments
    }
  }

  /// A Boolean value that says whether it states the language of a track.
  package var carriesLanguages: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.languages != nil
    }
  }

  /// A Boolean value that says whether it states only the languages of sound.
  package var carriesOnlySoundLanguages: Bool {
    if case .library(let format) = writer { format.languages == .ofSound } else { false }
  }

  /// A Boolean value that says whether it states when the media was created.
  package var carriesCreationDate: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.creationDateName != nil
    }
  }

  /// A Boolean value that says whether it has metadata of single tracks.
  package var carriesTrackMetadata: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTrackTexts
    }
  }

  /// A Boolean value that says whether it has flags for a track's purposes, and for showing the track by default.
  package var hasTrackFlags: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTrackFlags
    }
  }

  /// A Boolean value that says whether it states how pictures are turned and mirrored when they are shown.
  package var carriesTurns: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTurns
    }
  }

  /// Returns whether it stores a purpose of a track.
  ///
  /// - Parameter characteristic: an author's tag. Movies store any, and other containers those of `TrackRole` with a
  ///   flag.
  package func keeps(_ characteristic: String) -> Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTrackFlags && TrackRole(rawValue: characteristic) != nil
    }
  }

  /// Returns the codings of a kind; `nil` where it carries no tracks of that kind.
  func codings(of mediaType: CMFormatDescription.MediaType) -> Codings? {
    codings.first { $0.mediaType == mediaType }?.codings
  }
}
