/// What one track of an input is.
public struct TrackFacts: Sendable, Hashable {
  /// What belongs to pictures.
  public struct Video: Sendable, Hashable {
    /// The decoded picture, in its own pixels.
    public var width: Int
    public var height: Int
    /// The shape of one pixel, width to height.
    public var pixelAspect: PixelAspect = .square
    /// The movie's matrix without its perspective column: a, b, c, d, tx, ty.
    public var transform: [Double] = [1, 0, 0, 1, 0, 0]
    public var framesPerSecond: Double = 0
    /// The shortest distance of two pictures, where the source says one.
    public var frameDuration: ExactTime?
    /// Tag names of ISO/IEC 23091-2, in Apple's words.
    public var primaries: String?
    public var transfer: String?
    public var matrix: String?
    public var isFullRange: Bool?
    public var bitsPerComponent: Int?
    /// How the samples of colour lie among those of luma, such as `4:2:0`, or `RGB`; nil where that is not known.
    public var chroma: String?
    /// The screen on which the picture was mastered, in candela a square metre.
    public var masteringLuminance: ClosedRange<Double>?
    /// In candela a square metre: of the brightest pixel, and of the brightest picture on average.
    public var contentLight: ContentLight?
    /// How a picture's two fields lie in it; nil for whole pictures.
    public var fields: String?
    /// Whether it is known that no picture has two fields.
    public var isWhole = false
    /// The part of the picture that is meant to be seen, and how far its centre lies off: `1888x1062+0+0`.
    public var cleanAperture: String?
    /// Where chroma samples lie among those of luma, in Apple's words.
    public var chromaLocation: String?
    /// The colours of the screen on which the picture was mastered, and its light, in x265's words.
    public var masteringDisplay: String?
    /// Of the colour profile, how large it is.
    public var colorProfile: String?
    public var dolbyVision: DolbyVision?
    /// The version of HDR10+, which the pictures themselves carry.
    public var dynamicMetadata: Int?
    /// Of the first picture, where the pictures themselves carry one.
    public var timecode: String?
    public var hasAlpha = false
    /// Where the views of both eyes lie, such as `side by side`; nil for pictures of one view.
    public var stereo: String?

    /// Whether the transfer is PQ (SMPTE ST 2084) or HLG (ARIB STD-B67), which spread more light than a screen of old.
    var hasHighDynamicRange: Bool { [Self.perceptualQuantizer, Self.hybridLogGamma].contains(transfer) }

    /// H.273's matrix 0, for which Core Video has no name.
    var isRGB: Bool { matrix == "YCbCrMatrix#0" }

    static let perceptualQuantizer = "SMPTE_ST_2084_PQ"
    static let hybridLogGamma = "ITU_R_2100_HLG"

    /// The duration of a frame by which timecodes count: of a whole number of frames a second, or of such a rate slowed
    /// down by 1000/1001, whichever is nearer to the source's; `nil` where that is unknown.
    var countedFrameDuration: ExactTime? {
      guard framesPerSecond.isFinite, framesPerSecond >= 0.5, framesPerSecond < 1000 else { return nil }
      let nominal = framesPerSecond.rounded()
      let isSlowed = abs(framesPerSecond - nominal * 1000 / 1001) < abs(framesPerSecond - nominal)
      return isSlowed
        ? ExactTime(value: 1001, scale: Int32(nominal) * 1000) : ExactTime(value: 1, scale: Int32(nominal))
    }
  }

  /// What a container says of Dolby Vision.
  public struct DolbyVision: Sendable, Hashable {
    public var profile: Int
    public var level: Int
    /// What the pictures are without it: 0 nothing, 1 HDR10, 2 standard range, 4 HLG.
    public var compatibility: Int
  }

  /// How bright the content gets (CTA-861.3).
  public struct ContentLight: Sendable, Hashable {
    public var maximum: Int
    public var maximumAverage: Int
  }

  /// What belongs to sound.
  public struct Audio: Sendable, Hashable {
    public var sampleRate: Double
    public var channels: Int
    /// Of one sample of linear PCM, or of the original of a lossless codec.
    public var bitsPerChannel: Int?
    /// By libav's names, such as `5.1(side)`.
    public var layout = ""
    /// Samples a second of what was encoded, where the codec decodes to another rate and says it: Opus does.
    public var inputSampleRate: Int?
    public var isFloat = false
    public var isBigEndian = false
  }

  /// What belongs to timecode.
  public struct Timecode: Sendable, Hashable {
    public var frameDuration: ExactTime
    /// Some numbers are left out, so that the count keeps up with the clock.
    public var dropsFrames: Bool
    /// Of the first frame; nil where it was not looked for.
    public var start: String?
  }

  /// How this track refers to others.
  public struct Association: Sendable, Hashable {
    /// Four characters, such as `chap` for its list of chapters.
    public var kind: String
    /// The identifiers of the tracks that it refers to.
    public var tracks: [Int32]
  }

  /// A fraction that is not reduced: what a file says comes out again.
  public struct PixelAspect: Sendable, Hashable {
    public var horizontal: Int
    public var vertical: Int
    public static let square = PixelAspect(horizontal: 1, vertical: 1)
    var isSquare: Bool { horizontal == vertical }
  }

  /// The identifier in the file.
  public var id: Int32
  public var kind: TrackKind
  /// From 1, among the tracks of its kind.
  public var position: Int
  /// The four characters of the format, such as `avc1`.
  public var codec: String
  /// The part of the coding that the track keeps to, by libavcodec's names and the standard's numbers, such as `High` and
  /// `4.1`; nil where that is not known.
  public var profile: String?
  public var level: String?
  public var isEnabled = true
  public var isDecodable = true
  public var languageCode: String?
  public var languageTag: String?
  /// What a movie calls the track's handler, which many programs use as its name; empty elsewhere.
  public var handlerName = ""
  public var start: ExactTime = .zero
  /// Whether the file says with an empty edit that nothing is presented before `start`.
  public var beginsWithEmptyEdit = false
  /// Whether an edit list shows several parts of the media, or one at another speed.
  public var isComposed = false
  public var duration: ExactTime?
  /// Ticks a second of the track's own times.
  public var timeScale: Int32 = 0
  /// Nil when the container has no index.
  public var sampleCount: Int?
  public var bitsPerSecond: Double?
  public var video: Video?
  public var audio: Audio?
  public var timecode: Timecode?
  public var associations: [Association] = []
  public var roles: [Role] = []
  /// Whether the samples of timed metadata tell where the recording was made.
  public var tellsLocation = false
  /// In every key space, in the file's order; what says a role is none of it.
  public var metadata: [MetadataFact] = []

  /// The language's names, the richer one first.
  public var languages: [String] { [languageTag, languageCode].compactMap { $0 } }

  /// `track 2 (audio aac)`, for messages.
  var title: String { "track \(id) (\(kind.rawValue) \(codec.withoutTrailingSpaces))" }
}

extension [TrackFacts] {
  /// Rule 10 of the command's contract, time 0 of what is made of them: where the first of the tracks begins. A track
  /// that begins with an empty edit begins with it.
  var earliestStart: ExactTime { map { $0.beginsWithEmptyEdit ? .zero : $0.start }.min() ?? .zero }
}
