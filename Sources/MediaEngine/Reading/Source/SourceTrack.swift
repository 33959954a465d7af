package import CoreGraphics
package import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// The properties of one track of a source, by the usual names.
package struct SourceTrack: Sendable {
  /// The place of its stream in the container.
  package let streamIndex: Int
  package var trackID: Int32
  package var mediaType: CMFormatDescription.MediaType
  /// The formats, several where the format changes in mid-stream.
  package var formatDescriptions: [CMFormatDescription]
  /// The track's time range on the asset's timeline.
  package var timeRange: CMTimeRange
  package var timeScale: Int32
  /// A Boolean value that says whether this build has a decoder.
  package let isDecodable: Bool
  /// The channels' speakers by libav's names; empty where there are no channels.
  package let channelLayoutName: String
  /// The number of bits of a sample that keep all of lossless sound; 0 for lossy sound and other media.
  package var losslessDepth = 0
  /// The chroma subsampling, such as `4:2:0`, or `RGB`; empty where it is not known.
  package var chromaSampling = ""
  /// The form of the pictures that a decoder gives; `nil` where it is not known.
  var pictureFormat: PictureFormat?
  /// The part of its coding that the track keeps to, by libavcodec's names and the standard's numbers, such as `High`
  /// and `4.1`; empty where that is not known.
  package var profile = ""
  package var level = ""
  /// A Boolean value that says whether it is stated, or follows from the coding, that no picture has two fields.
  package var hasWholePictures = false
  /// The arrangement of the views of both eyes, such as `side by side`; empty where there is one view.
  package var stereoLayout = ""
  /// The number of samples in the track; 0 where unknown.
  package var sampleCount = 0
  package var totalBytes: Int64 = 0
  /// The bit rate in bits a second, as the container states it or its tables say; 0 where they do not.
  package var dataRate: Float = 0
  /// The bits a second that the samples take: as the container says, or else as the file's length leaves room for. `nil`
  /// where nothing tells it.
  package var storedBitRate: Double?
  package var isEnabled = true
  package var isSelfContained = true
  package var languageCode: String?
  package var extendedLanguageTag: String?
  package var naturalSize = CGSize.zero
  package var transform = CGAffineTransform.identity
  package var volume: Float = 0
  package var nominalFrameRate: Float = 0
  package var minimumFrameDuration = CMTime.invalid
  package var reordersFrames = false
  /// The name in a movie's handler box, which many use as the track's name.
  package var handlerName = ""
  package var metadata: [MetadataRecord] = []
  /// The track's purposes: authors' tags, and the flags of containers by `TrackRole`'s names.
  package var characteristics: Set<String> = []
  package var alternateGroup: Int16 = 0
  /// References to other tracks: the four characters of their type, and the tracks' identifiers.
  package var associations: [(type: UInt32, trackIDs: [UInt32])] = []
  /// A Boolean value that says whether some samples of sound need others to be decoded.
  package var hasDependentSound = false

  /// A movie's edit list; `nil` for other containers.
  package var edits: TrackEdits?
  /// The stretches of a composition's track, each with the part of its media that it shows; `nil` for the track of a
  /// file.
  var composedSegments: [CMTimeMapping]?
  /// A Boolean value that says whether a movie file's own tables describe the track.
  package var hasMovieTables = false
  /// A Boolean value that says whether the container states where each packet begins and ends.
  var hasStatedPackets = false
  /// A Boolean value that says whether style sheets or regions of WebVTT stand beside the texts.
  package var hasTextDefinitions = false
  /// A Boolean value that says whether the samples are those of several streams that follow each other in the file, each
  /// with its own headers.
  package var isChained = false

  /// The reason why the configuration of the track's sound does not describe it. `nil` for one that does, and for
  /// pictures, whose size is enough. See `SourceInformation.configurationDamage` for whether a decoder can use it.
  var configurationDamage: MediaError?

  /// A Boolean value that says whether a movie's edit list begins with an empty edit.
  package var beginsWithEmptyEdit: Bool { edits?.map.spans.first.map { $0.media == nil } ?? false }

  /// The stretches of the track's timeline, each with the part of the media that it shows.
  package var segments: [CMTimeMapping] {
    if let composedSegments { return composedSegments }
    guard let edits, !edits.map.isIdentity else { return [CMTimeMapping(source: timeRange, target: timeRange)] }
    return edits.map.spans.map { $0.mapping(edits.movie, edits.media) }
  }

  /// A Boolean value that says whether a movie's edit list, or a composition, shows the media otherwise than as one
  /// part, as it is.
  package var isComposed: Bool {
    guard let composedSegments else { return edits?.map.isComposed ?? false }
    return composedSegments.count > 1 || composedSegments.contains { $0.source.duration != $0.target.duration }
  }

  /// The duration of the sound at the start of a copy of the whole track that is not presented: decoders run up on it,
  /// since an edit list can begin to show a movie's media anywhere. Zero for pictures, for linear PCM, which is cut,
  /// and elsewhere.
  var hiddenRunUp: CMTime {
    guard mediaType == .audio, formatDescriptions.first?.mediaSubType != .linearPCM, let edits,
      let start = edits.map.sole?.media?.lowerBound, start > 0
    else { return .zero }
    let time = edits.media.time(start)
    let runUp = CMTime(value: CMTimeValue(PresentedSamples.soundRunUpSeconds), timescale: 1)
    return hasDependentSound ? time : min(time, runUp)
  }
}
