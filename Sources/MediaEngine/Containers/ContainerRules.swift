package import CoreAudioTypes
package import CoreMedia
package import MovieFile

/// What is fixed of a container: a row of the one table that everything asks, from `canApply` to `avwrite formats`.
package struct ContainerRules: Sendable {
  /// Who writes it.
  package enum Writer: Sendable {
    case movie(FileFormat)
    case library(LibraryFormat)
  }

  /// The codings that it can store as they are.
  package enum Codings: Sendable {
    /// Any that there is a code for.
    case any
    /// By Core Media's codes.
    case these([FourCC])

    func contains(_ code: FourCC) -> Bool {
      switch self {
      case .any: true
      case .these(let codes): codes.contains(code)
      }
    }
  }

  /// For messages.
  package var name: String
  /// Without dots, the usual one first.
  package var fileExtensions: [String]
  /// Apple's uniform type, else the one that the format's makers declare.
  package var typeIdentifier: String
  package var writer: Writer
  /// The kinds of tracks that it carries, and of each the codings.
  package var codings: [(mediaType: CMFormatDescription.MediaType, codings: Codings)]
  /// Which of the forms of linear PCM it carries, where that is among its codings.
  package var carriesPCM: @Sendable (LinearPCM) -> Bool = { _ in false }
  /// The byte order of linear PCM that it is usually written with.
  package var hasBigEndianPCM = false
  /// The coding that sound usually has in it.
  package var usualSound: AudioFormatID
  /// It says how much of coded sound is the encoder's own, at both ends, and not to be heard.
  package var isGapless = true
  /// Ticks a second of the one unit that it has for times; `nil` where each track has its own.
  package var timeScale: Int32?
  /// How many tracks it holds; `nil` where only memory bounds it.
  package var trackLimit: Int?
  /// The key spaces of metadata that it writes as they are, the one that its players look in first before the others.
  package var keySpaces: [String] = []

  /// Whether it can be written without going back, movies in fragments.
  package var streams: Bool {
    switch writer {
    case .movie(let format): !format.isQuickTime
    case .library(let format): format.streams
    }
  }

  /// Bytes that a file of it may have; `nil` where no file that there can be is too long.
  package var largestFile: Int64? {
    switch writer {
    case .movie: nil
    case .library(let format): format.largestFile
    }
  }

  /// Whether a cover picture among the metadata is written.
  package var carriesPictures: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.pictures != nil
    }
  }

  /// Whether it holds files of any kind beside its media.
  package var carriesAttachments: Bool {
    switch writer {
    case .movie: false
    case .library(let format): format.hasAttachments
    }
  }

  /// Whether it says which language a track is in.
  package var carriesLanguages: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.languages != nil
    }
  }

  /// Whether it says of a track that it is shown unasked, and what it is for.
  package var hasTrackFlags: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTrackFlags
    }
  }

  /// Whether it says how pictures are turned and mirrored when they are shown.
  package var carriesTurns: Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTurns
    }
  }

  /// Whether it says of a track that it is for something.
  ///
  /// - Parameter characteristic: an author's tag; movies keep any, and flags are there for `TrackRole`'s.
  package func keeps(_ characteristic: String) -> Bool {
    switch writer {
    case .movie: true
    case .library(let format): format.hasTrackFlags && TrackRole(rawValue: characteristic) != nil
    }
  }

  /// The codings of a kind; `nil` where it carries no tracks of that kind.
  func codings(of mediaType: CMFormatDescription.MediaType) -> Codings? {
    codings.first { $0.mediaType == mediaType }?.codings
  }
}
