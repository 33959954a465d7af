import MediaInterop
import MediaSupport

/// The properties of a container that libavformat writes, as far as they differ from one container to the next.
package struct LibraryFormat: Sendable {
  var muxer: Muxer.Container
  /// The muxer's options, by libavformat's names.
  var options: [String: String] = [:]
  /// The rule for the time of the file's first packet.
  var start = Start.anywhere
  /// A Boolean value that says whether the end of sound is given by the last packet's duration instead of its trim.
  var endsByDuration = false
  /// A Boolean value that says whether the last packet of sound states how much of what it decodes to is padding.
  var statesPadding = false
  /// A Boolean value that says whether there is no header that a decoder could be configured from: the packets have
  /// everything.
  var isHeaderless = false
  /// A Boolean value that says whether the length of each track is stated, or follows from the samples.
  var statesDuration = true
  /// A Boolean value that says whether a file without any packet can be read: its header describes the sound, and
  /// libavformat does not search for packets.
  var isReadWithoutPackets = false
  /// libavformat's names of texts, by those of the container's key space, if only these are written; `nil` if every
  /// text is written under its own name.
  var textNames: [String: String]?
  /// libavformat's names of texts that have a chunk of their own, and the option for writing it.
  var broadcastTexts: (names: Set<String>, option: String)?
  /// The way in which a cover picture is stored; `nil` if it is not.
  var pictures: Pictures?
  /// The way in which a list of chapters is stored; `nil` if it is not.
  var chapters: Chapters?
  /// A Boolean value that says whether it holds files of any kind beside its media.
  var hasAttachments = false
  /// A Boolean value that says whether it can be written without seeking back, so that a reader at the other end of a
  /// pipe can play it.
  var streams = true
  /// The greatest number of bytes of a file whose sizes have 32 bits, if the library does not check it; `nil` for no
  /// limit.
  var largestFile: Int64?
  /// The bytes that it adds to its samples.
  var overhead = ContainerOverhead(perPicture: 15, perOtherSample: 6)
  /// libavformat's name of the media's creation date, where the header has it; `nil` where it has not.
  var creationDateName: String?
  /// A Boolean value that says whether libavformat writes a text's language if it is appended to the text's name.
  var hasTextLanguages = false
  /// The way in which the language of a track is stored; `nil` if it is not.
  var languages: Languages?
  /// A Boolean value that says whether tracks have texts of their own.
  var hasTrackTexts = false
  /// A Boolean value that says whether tracks have flags for being shown by default, and for their purposes.
  var hasTrackFlags = false
  /// A Boolean value that says whether tracks state how their pictures are turned when they are shown.
  var hasTurns = false
  /// A Boolean value that says whether our own ID3 tag is written in front, because libavformat writes comments and
  /// lyrics as user-defined texts without a language.
  var hasID3Tag = false
  /// A Boolean value that says whether a Xing frame before the packets states how many samples a player drops.
  var hasTagFrame = false

  enum Start: Sendable {
    /// Times are written unchanged.
    case anywhere
    /// No picture is shown before zero: all times are increased if one would be. Readers report no time for blocks of
    /// Matroska that begin earlier.
    case withPicturesFromZero
    /// No time is negative: all times are increased by whole seconds if one would be.
    case notBeforeZero
    /// The first audible sound has time zero: pages count the samples from there (RFC 3533, 6; RFC 7845, 4.1). If the
    /// count of the last page were higher than the number of samples, the padding of its last packet could not be
    /// determined.
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
