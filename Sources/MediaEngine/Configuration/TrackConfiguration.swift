package import CoreGraphics
package import CoreMedia
package import Foundation

/// Everything a track's writer and its container need to know before the first sample.
package struct TrackConfiguration: Sendable {
  package enum Encoding: Sendable {
    /// Packets are stored as they come; the format is the samples' own, or the hint's.
    case copy
    case video(VideoSettings)
    case audio(AudioSettings)
  }

  /// The place of a track's media in the file.
  package enum Placement: Sendable {
    /// Among the media of the other tracks, by time.
    case interleaved
    /// By time too, but no other track waits for this one's media.
    case sparse
    /// Before the media of all tracks that do not ask for it, and not interleaved.
    case first
  }

  /// A reference of a track to another track of its file.
  package struct Association: Sendable {
    /// The four characters of the reference's type in `tref`.
    package var type: UInt32
    /// The number of the track referred to.
    package var track: Int

    package init(type: UInt32, track: Int) {
      self.type = type
      self.track = track
    }
  }

  package var mediaType: CMFormatDescription.MediaType
  package var encoding: Encoding
  package var formatHint: CMFormatDescription?
  /// The format of the track in a file to which no sample of it is written. It is `nil` where the file has no such track
  /// then.
  package var formatWithoutSamples: CMFormatDescription?
  package var isRealTime = false
  /// A Boolean value that says whether the source may be looked at more than once, where the codec's encoder and the
  /// settings have a use for it.
  package var makesPasses = false
  /// Ticks a second of the media's time stamps; 0 lets the writer choose.
  package var mediaTimeScale: Int32 = 0
  package var transform = CGAffineTransform.identity
  /// The size of the picture on the movie's canvas; `nil` derives it from the format.
  package var naturalSize: CGSize?
  package var volume: Float = 0
  /// The language by ISO 639-2/T.
  package var languageCode: String?
  /// The language by BCP 47.
  package var extendedLanguageTag: String?
  /// The language's tag or code; `nil` for a language that is undetermined.
  var language: String? { [extendedLanguageTag, languageCode].compactMap { $0 }.first { $0 != "und" } }
  package var isEnabled = true
  /// A movie's own name of the track's handler; empty for the kind's.
  package var handlerName = ""
  /// The metadata of the track, of the key spaces that the container carries.
  package var metadata: [MetadataRecord] = []
  /// The purposes of the track, for containers with flags: names of `TrackRole`, and others, which have none.
  package var characteristics: Set<String> = []
  /// Tracks of one non-zero group are alternatives of each other.
  package var alternateGroup: Int16 = 0
  /// Tracks of the file that belong to this one: its timecode, its chapter list, …
  package var associations: [Association] = []
  package var placement = Placement.interleaved
  package var preferredChunkDuration: CMTime = .invalid
  /// The URL that the URLs of samples in other files are written relative to.
  package var sampleReferenceBaseURL: URL?
  /// Chunks start on a multiple of this many bytes; 0 lets the writer choose, 1 asks for none.
  package var preferredChunkAlignment = 0
  /// The number of samples that are expected: room for the tables in front of the media is reserved from it.
  package var plannedSampleCount = 0

  /// Encoded pictures at or after these times start with a key frame, since segments are to end there (AW-74).
  package var segmentBoundaries: SegmentBoundaries?

  package init(mediaType: CMFormatDescription.MediaType, encoding: Encoding) {
    self.mediaType = mediaType
    self.encoding = encoding
  }
}
