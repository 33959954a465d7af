import MediaInterop
import MediaSupport

/// The properties of a container that libavformat writes, as far as they differ from one container to the next.
package struct LibraryFormat: Sendable {
  var muxer: Muxer.Container
  /// The muxer's options, by libavformat's names.
  var options: [String: String] = [:]
  /// The rule for the time of the file's first packet.
  var start = Start.anywhere
  /// A Boolean value that says whether the last packet's duration gives the end of its sound, and not what is trimmed
  /// off it.
  var endsByDuration = false
  /// A Boolean value that says whether the last packet of sound states how much of what it decodes to is padding.
  var statesPadding = false
  /// A Boolean value that says whether there is no header that a decoder could be configured from: the packets have
  /// everything.
  var isHeaderless = false
  /// A Boolean value that says whether a file without any packet is read again: its header describes the sound, and
  /// libavformat does not look for what follows.
  var isReadWithoutPackets = false
  /// libavformat's names of texts, by those of the container's key space, where these are all that it writes; `nil`
  /// where it writes every text under the name that it has.
  var textNames: [String: String]?
  /// libavformat's names of texts that have a chunk of their own, and the option that writes it.
  var broadcastTexts: (names: Set<String>, option: String)?
  /// The way in which a cover picture is kept; `nil` where it is not.
  var pictures: Pictures?
  /// The way in which a list of chapters is kept; `nil` where it is not.
  var chapters: Chapters?
  /// A Boolean value that says whether it holds files of any kind beside its media.
  var hasAttachments = false
  /// A Boolean value that says whether it can be written without going back, so that a reader at the other end of a
  /// pipe plays it.
  var streams = true
  /// The number of bytes that the file may have, where its sizes have 32 bits and the library does not check them;
  /// `nil` for any.
  var largestFile: Int64?
  /// The bytes that it adds to its samples.
  var overhead = ContainerOverhead(perPicture: 15, perOtherSample: 6)
  /// libavformat's name of the media's creation date, where the header has it; `nil` where it has not.
  var creationDateName: String?
  /// A Boolean value that says whether a text has its language behind its name, for libavformat to write it.
  var hasTextLanguages = false
  /// The way in which the language of a track is kept; `nil` where it is not.
  var languages: Languages?
  /// A Boolean value that says whether tracks have texts of their own.
  var hasTrackTexts = false
  /// A Boolean value that says whether tracks have flags for being shown unasked, and for their purposes.
  var hasTrackFlags = false
  /// A Boolean value that says whether tracks state how their pictures are turned when they are shown.
  var hasTurns = false
  /// A Boolean value that says whether our own ID3 tag is in front: libavformat writes comments and lyrics as texts of
  /// the user's, without a language.
  var hasID3Tag = false
  /// A Boolean value that says whether a Xing frame in front of the packets states how much a player drops.
  var hasTagFrame = false

  enum Start: Sendable {
    /// Times are written as they are.
    case anywhere
    /// No picture is shown before zero: all times are later where one would be. Blocks of Matroska that begin there have
    /// no time for readers.
    case withPicturesFromZero
    /// There are no times before zero: all times are later by whole seconds where one would be.
    case notBeforeZero
    /// The sound that is heard first has time zero: pages count the samples from there (RFC 3533, 6; RFC 7845, 4.1).
    /// Where the count of the last page is higher than the number of samples, nothing says how much of its packet is
    /// padding.
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
    /// A list that libavformat writes with the header.
    case list
    /// Fields of a Vorbis comment (Xiph's "Chapter Extension").
    case fields
  }

  enum Languages: Sendable, Hashable {
    /// The language is kept with each track.
    case ofTracks
    /// The language is kept with each track of sound.
    case ofSound
    /// The language is a text of the file, by libavformat's name, and is that of its only track.
    case text(String)
  }

  init(_ muxer: Muxer.Container, _ change: (inout LibraryFormat) -> Void = { _ in }) {
    self.muxer = muxer
    change(&self)
  }
}
