import MediaInterop

/// How libavformat writes a container: what differs from one to the next, as values.
package struct LibraryFormat: Sendable {
  var muxer: Muxer.Container
  /// By libavformat's names.
  var options: [String: String] = [:]
  /// The rule for the time of the file's first packet.
  var start = Start.anywhere
  /// The last packet's duration says where its sound ends, and not what is trimmed off it.
  var endsByDuration = false
  /// There is no header that a decoder could be configured from: the packets say it all.
  var isHeaderless = false
  /// libavformat's names of texts, by those of the container's key space, where these are all that it writes; `nil` where
  /// it writes every text under the name that it has.
  var textNames: [String: String]?
  /// libavformat's names of texts that have a chunk of their own, and the option that writes it.
  var broadcastTexts: (names: Set<String>, option: String)?
  /// How a cover picture is kept; `nil` where it is not.
  var pictures: Pictures?
  /// How a list of chapters is kept; `nil` where it is not.
  var chapters: Chapters?
  /// It holds files of any kind beside its media.
  var hasAttachments = false
  /// It can be written without going back, so that a reader at the other end of a pipe plays it.
  var streams = true
  /// Bytes that the file may have, where its sizes have 32 bits and the library does not look whether they suffice.
  var largestFile: Int64?
  /// libavformat's name of when the media was made, where the header says it; `nil` where it does not.
  var creationDateName: String?
  /// A text says its language behind its name, for libavformat to write it.
  var hasTextLanguages = false
  /// How the language of a track is said; `nil` where it is not.
  var languages: Languages?
  /// Tracks have flags that say which are shown unasked, and what they are for.
  var hasTrackFlags = false
  /// Tracks say how their pictures are turned when they are shown.
  var hasTurns = false
  /// An ID3 tag of ours is in front: in libavformat's comments and lyrics are texts of the user's, without a language.
  var hasID3Tag = false
  /// A Xing frame in front of the packets says how much a player drops.
  var hasTagFrame = false

  enum Start: Sendable {
    /// Times are written as they are.
    case anywhere
    /// There are no times before zero: all are later by whole seconds where one would be.
    case notBeforeZero
    /// What is heard first has time zero: pages count the samples from there (RFC 3533, 6; RFC 7845, 4.1), and where the
    /// count of the last page is higher than the samples, nothing says how much of its packet is padding.
    case atFirstSound
  }

  enum Pictures: Sendable {
    /// A frame of the ID3 tag.
    case frame
    /// A stream of one packet.
    case stream
    /// A file of its own in the container.
    case attachment
    /// A field of a Vorbis comment, with FLAC's block in Base64 (Xiph's "Vorbis comment: cover art").
    case field
  }

  enum Chapters: Sendable {
    /// Frames of the ID3 tag.
    case frames
    /// libavformat writes it with the header.
    case list
    /// Fields of a Vorbis comment (Xiph's "Chapter Extension").
    case fields
  }

  enum Languages: Sendable, Hashable {
    /// With each track.
    case ofTracks
    /// A text of the file by libavformat's name, which tells of its only track.
    case text(String)
  }

  init(_ muxer: Muxer.Container, _ change: (inout LibraryFormat) -> Void = { _ in }) {
    self.muxer = muxer
    change(&self)
  }
}
