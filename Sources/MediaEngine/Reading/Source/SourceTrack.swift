package import CoreGraphics
package import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile

/// The properties of one track of a source, by the usual names.
package struct SourceTrack: Sendable {
  /// The index of its stream in the container.
  package let streamIndex: Int
  package var trackID: Int32
  package var mediaType: CMFormatDescription.MediaType
  /// The formats; there are several if the format changes in mid-stream.
  package var formatDescriptions: [CMFormatDescription]
  /// The track's time range on the asset's timeline.
  package var timeRange: CMTimeRange
  package var timeScale: Int32
  /// A Boolean value that says whether this build has a decoder.
  package let isDecodable: Bool
  /// The name of the channel layout, as libavutil names it; empty if there are no channels.
  package let channelLayoutName: String
  /// The number of bits a sample needs to keep lossless sound completely; 0 for lossy sound and other media.
  package var losslessDepth = 0
  /// The chroma subsampling, such as `4:2:0`, or `RGB`; empty if it is not known.
  package var chromaSampling = ""
  /// The form of decoded pictures; `nil` if it is not known.
  var pictureFormat: PictureFormat?
  /// The profile and level of the coding, by libavcodec's names and the standard's numbers, such as `High` and `4.1`;
  /// empty if they are not known.
  package var profile = ""
  package var level = ""
  /// A Boolean value that says whether no picture is interlaced, as the container states or the coding implies.
  package var hasWholePictures = false
  /// The arrangement of the views of both eyes, such as `side by side`; empty if there is only one view.
  package var stereoLayout = ""
  /// The number of samples in the track; 0 if it is unknown.
  package var sampleCount = 0
  package var totalBytes: Int64 = 0
  /// The bit rate in bits a second, as the container states it or its tables show it; 0 if they do not.
  package var dataRate: Float = 0
  /// The bits a second that the samples take, as the container states them, or else as the file's size leaves for them.
  /// It is `nil` if they are not known.
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
  /// The name in a movie's handler box, which many applications use as the track's name.
  package var handlerName = ""
  package var metadata: [MetadataRecord] = []
  /// The track's purposes: tags by authors, and the container's flags by `TrackRole`'s names.
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
  /// A Boolean value that says whether WebVTT style sheets or regions are stored beside the texts.
  package var hasTextDefinitions = false
  /// A Boolean value that says whether the samples come from several consecutive streams in the file, each with its own
  /// headers.
  package var isChained = false

  /// The reason why the configuration of the track's sound does not describe it. It is `nil` for a valid configuration,
  /// and for pictures, whose size is sufficient. `SourceInformation.configurationDamage` says whether a decoder can use
  /// it.
  var configurationDamage: MediaError?

  /// A Boolean value that says whether a movie's edit list begins with an empty edit.
  package var beginsWithEmptyEdit: Bool { edits?.map.spans.first.map { $0.media == nil } ?? false }

  /// The stretches of the track's timeline, each with the part of the media that it shows.
  package var segments: [CMTimeMapping] {
    if let composedSegments { return composedSegments }
    guard let edits, !edits.map.isIdentity else { return [CMTimeMapping(source: timeRange, target: timeRange)] }
    return edits.map.spans.map { $0.mapping(edits.movie, edits.media) }
  }

  /// A Boolean value that says whether a movie's edit list, or a composition, shows the media in any other way than as
  /// one unchanged part.
  package var isComposed: Bool {
    guard let composedSegments else { return edits?.map.isComposed ?? false }
    return composedSegments.count > 1 || composedSegments.contains { $0.source.duration != $0.target.duration }
  }

  /// The duration of the hidden sound at the start of a copy of the whole track. Decoders run up on it, since an edit
  /// list can begin anywhere in a movie's media. It is zero for pictures, for linear PCM, which is cut instead, and for
  /// other containers.
  var hiddenRunUp: CMTime {
    guard mediaType == .audio, formatDescriptions.first?.mediaSubType != .linearPCM, let edits,
      let start = edits.map.sole?.media?.lowerBound, start > 0
    else { return .zero }
    let time = edits.media.time(start)
    let runUp = CMTime(value: CMTimeValue(PresentedSamples.soundRunUpSeconds), timescale: 1)
    return hasDependentSound ? time : min(time, runUp)
  }
}
