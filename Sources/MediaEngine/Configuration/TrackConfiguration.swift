package import CoreGraphics
package import CoreMedia
package import Foundation

/// Everything that a track's writer and its container need to know before the first sample.
package struct TrackConfiguration: Sendable {
  package enum Encoding: Sendable {
    /// Packets are stored unchanged; the format is the samples' own, or the hint's.
    case copy
    case video(VideoSettings)
    case audio(AudioSettings)
  }

  /// The position of a track's media in the file.
  package enum Placement: Sendable {
    /// Among the media of the other tracks, by time.
    case interleaved
    /// By time too, but no other track waits for this track's media.
    case sparse
    /// Before the media of all tracks with another placement, and not interleaved.
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
  /// The format of a track to which no sample is written. It is `nil` if the file should not have the track then.
  package var formatWithoutSamples: CMFormatDescription?
  package var isRealTime = false
  /// A Boolean value that says whether the source may be read more than once, if the codec's encoder and the settings
  /// can use that.
  package var makesPasses = false
  /// Ticks a second of the media's time stamps; 0 lets the writer choose.
  package var mediaTimeScale: Int32 = 0
  package var transform = CGAffineTransform.identity
  /// The size of the picture on the movie's canvas; `nil` to derive it from the format.
  package var naturalSize: CGSize?
  package var volume: Float = 0
  /// The language as an ISO 639-2/T code.
  package var languageCode: String?
  /// The language as a BCP 47 tag.
  package var extendedLanguageTag: String?
  /// The language's tag or code; `nil` if the language is undetermined.
  var language: String? { [extendedLanguageTag, languageCode].compactMap { $0 }.first { $0 != "und" } }
  package var isEnabled = true
  /// The name of the track's handler in a movie; empty for the default name of its media type.
  package var handlerName = ""
  /// The metadata of the track, in the key spaces that the container supports.
  package var metadata: [MetadataRecord] = []
  /// The purposes of the track, for containers with flags: names of `TrackRole`; containers have no flags for other
  /// names.
  package var characteristics: Set<String> = []
  /// The number of the track's alternate group: tracks of one non-zero group are alternatives of each other.
  package var alternateGroup: Int16 = 0
  /// The tracks of the file that belong to this one, such as its timecode or its chapter list.
  package var associations: [Association] = []
  package var placement = Placement.interleaved
  package var preferredChunkDuration: CMTime = .invalid
  /// The base URL of samples in other files: their URLs are written relative to it.
  package var sampleReferenceBaseURL: URL?
  /// The number of bytes that chunks are aligned to; 0 lets the writer choose, 1 asks for no alignment.
  package var preferredChunkAlignment = 0
  /// The expected number of samples, from which space for the tables in front of the media is reserved.
  package var plannedSampleCount = 0

  /// The times at or after which an encoded picture is a key frame, since segments end there (AW-74).
  package var segmentBoundaries: SegmentBoundaries?

  package init(mediaType: CMFormatDescription.MediaType, encoding: Encoding) {
    self.mediaType = mediaType
    self.encoding = encoding
  }
}
