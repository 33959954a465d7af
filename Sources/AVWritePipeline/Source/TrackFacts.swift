/// The facts about one track of an input.
public struct TrackFacts: Sendable, Hashable {
  /// The facts about pictures.
  public struct Video: Sendable, Hashable {
    /// The size of the decoded picture, in its own pixels.
    public var width: Int
    public var height: Int
    /// The shape of one pixel, width to height.
    public var pixelAspect: PixelAspect = .square
    /// The movie's matrix without its perspective column: a, b, c, d, tx, ty.
    public var transform: [Double] = [1, 0, 0, 1, 0, 0]
    public var framesPerSecond: Double = 0
    /// The shortest time between two pictures, if the source states one.
    public var frameDuration: ExactTime?
    /// The colour tags of ISO/IEC 23091-2, by Apple's names.
    public var primaries: String?
    public var transfer: String?
    public var matrix: String?
    public var isFullRange: Bool?
    public var bitsPerComponent: Int?
    /// The chroma subsampling, such as `4:2:0`, or `RGB`. It is nil if it is not known.
    public var chroma: String?
    /// The range of light of the screen on which the picture was mastered, in candela a square metre.
    public var masteringLuminance: ClosedRange<Double>?
    /// The light of the content, in candela a square metre.
    public var contentLight: ContentLight?
    /// The layout of a picture's two fields, or nil for whole pictures.
    public var fields: String?
    /// A Boolean value that says whether it is known that no picture has two fields.
    public var isWhole = false
    /// The part of the picture that is meant to be seen, or nil for all of it.
    public var cleanAperture: CleanAperture?
    /// A Boolean value that says whether all pictures have this size and this clean aperture.
    public var hasOneAperture = true
    /// The places of chroma samples among those of luma, by Apple's name.
    public var chromaLocation: String?
    /// The colours and the light of the screen on which the picture was mastered, in x265's words.
    public var masteringDisplay: String?
    /// The size of the colour profile, such as `560 bytes`.
    public var colorProfile: String?
    public var dolbyVision: DolbyVision?
    /// The purpose of the pictures where they are for two eyes, or have several layers.
    public var spatial = Spatial()
    /// The version of HDR10+, which the pictures themselves carry.
    public var dynamicMetadata: Int?
    /// The timecode of the first picture, if the pictures themselves have one.
    public var timecode: String?
    /// A Boolean value that says whether the pictures themselves carry closed captions.
    public var hasCaptions = false
    public var hasAlpha = false
    /// The arrangement of the views of both eyes, such as `side by side`, or nil for pictures of one view.
    public var stereo: String?

    /// A Boolean value that says whether the transfer is PQ (SMPTE ST 2084) or HLG (ARIB STD-B67), which have more
    /// light than a screen of old shows.
    var hasHighDynamicRange: Bool { [Self.perceptualQuantizer, Self.hybridLogGamma].contains(transfer) }

    /// A Boolean value that says whether the pictures are red, green and blue: by their samples, or by the matrix 0 of
    /// H.273, for which Core Video has no name.
    var isRGB: Bool { chroma == "RGB" || matrix == "YCbCrMatrix#0" }

    static let perceptualQuantizer = "SMPTE_ST_2084_PQ"
    static let hybridLogGamma = "ITU_R_2100_HLG"

    /// The duration of a frame by which timecodes count. The frame rate is a whole number, or a whole number times
    /// 1000/1001, whichever is nearer to the source's. It is nil if the rate is not known.
    var countedFrameDuration: ExactTime? {
      guard framesPerSecond.isFinite, framesPerSecond >= 0.5, framesPerSecond < 1000 else { return nil }
      let nominal = framesPerSecond.rounded()
      let isSlowed = abs(framesPerSecond - FrameRate.slowed(nominal)) < abs(framesPerSecond - nominal)
      return FrameRate.frameDuration(nominal: nominal, isSlowed: isSlowed)
    }
  }

  /// The eyes for which pictures were recorded, and the lens.
  public struct Spatial: Sendable, Hashable {
    /// The views, such as `left and right eye`. Nil for pictures of one view.
    public var views: String?
    /// The eye that is shown where only one can be: `left` or `right`.
    public var heroEye: String?
    /// The distance of the two cameras, in millimetres.
    public var baseline: Double?
    /// The distance by which the eyes' pictures are moved towards each other, as a share of their width.
    public var disparity: Double?
    /// The projection of the world onto the picture, in Apple's words.
    public var projection: String?
    /// The arrangement of the views in one picture, in Apple's words.
    public var packing: String?
    /// The horizontal field of view, in degrees.
    public var fieldOfView: Double?
  }

  /// The statement of a container about Dolby Vision.
  public struct DolbyVision: Sendable, Hashable {
    public var profile: Int
    public var level: Int
    /// The kind of the pictures without Dolby Vision: 0 nothing, 1 HDR10, 2 standard range, 4 HLG.
    public var compatibility: Int
  }

  /// The brightness of the content: that of the brightest pixel, and of the brightest picture on average (CTA-861.3).
  public struct ContentLight: Sendable, Hashable {
    public var maximum: Int
    public var maximumAverage: Int
  }

  /// The facts about sound.
  public struct Audio: Sendable, Hashable {
    public var sampleRate: Double
    public var channels: Int
    /// The bits of one sample of linear PCM, or of the original of a lossless codec.
    public var bitsPerChannel: Int?
    /// The bits of a sample that keep all of a lossless codec's sound, as its decoder says, or nil for lossy sound.
    /// This is no fact of the file: a copy need not state it.
    var losslessBits: Int?
    /// The channel layout by libav's name, such as `5.1(side)`.
    public var layout = ""
    /// The volume at which the track asks to be played; 0 is silent, and nil is as recorded.
    public var volume: Double?
    /// The sample rate before encoding, in hertz, where the codec decodes to another and states it, as Opus does.
    public var inputSampleRate: Int?
    public var isFloat = false
    public var isBigEndian = false
    /// A Boolean value that says whether the sound may begin with samples that are decoded and not heard: the encoder's
    /// padding. A copy has them, too.
    var mayHideStart = true
  }

  /// The facts about timecode.
  public struct Timecode: Sendable, Hashable {
    public var frameDuration: ExactTime
    /// A Boolean value that says whether some numbers are left out, so that the count keeps up with the clock.
    public var dropsFrames: Bool
    /// The timecode of the first frame, or nil if it was not looked for.
    public var start: String?
  }

  /// A reference of this track to others.
  public struct Association: Sendable, Hashable {
    /// The kind, in four characters, such as `chap` for the track's list of chapters.
    public var kind: String
    /// The identifiers of the tracks that the track refers to.
    public var tracks: [Int32]
  }

  /// The part of a picture that is meant to be seen (`clap`), in the picture's own pixels.
  public struct CleanAperture: Sendable, Hashable {
    public var width: Double
    public var height: Double
    /// The place of its centre to the right of the picture's, and below it.
    public var horizontalOffset: Double
    public var verticalOffset: Double

    var numbers: [Double] { [width, height, horizontalOffset, verticalOffset] }

    /// The size and the offsets: `1888.0x1062.0+0.0-0.5`.
    var text: String {
      func signed(_ number: Double) -> String { (number < 0 ? "" : "+") + "\(number)" }
      return "\(width)x\(height)\(signed(horizontalOffset))\(signed(verticalOffset))"
    }

    /// Returns whether a writer's settings can state it: it has whole pixels, an offset of halves, and lies within a
    /// picture.
    func isStatable(inWidth pictureWidth: Int, height pictureHeight: Int) -> Bool {
      [width, height, 2 * horizontalOffset, 2 * verticalOffset].allSatisfy { Int(exactly: $0) != nil }
        && width > 0 && width + 2 * abs(horizontalOffset) <= Double(pictureWidth)
        && height > 0 && height + 2 * abs(verticalOffset) <= Double(pictureHeight)
    }
  }

  /// A fraction that is not reduced, so that a file's own numbers come out again.
  public struct PixelAspect: Sendable, Hashable {
    public var horizontal: Int
    public var vertical: Int
    public static let square = PixelAspect(horizontal: 1, vertical: 1)
    var isSquare: Bool { horizontal == vertical }
  }

  /// The identifier in the file.
  public var id: Int32
  public var kind: TrackKind
  /// The number of the track, from 1, among the tracks of its kind.
  public var position: Int
  /// The codec as four characters, such as `avc1`.
  public var codec: String
  /// The part of the coding that the track keeps to, by libavcodec's names and the standard's numbers, such as `High`
  /// and `4.1`, or nil if that is not known.
  public var profile: String?
  public var level: String?
  public var isEnabled = true
  public var isDecodable = true
  public var languageCode: String?
  public var languageTag: String?
  /// The name of the track's handler in a movie, which many programs use as the track's; empty elsewhere.
  public var handlerName = ""
  public var start: ExactTime = .zero
  /// A Boolean value that says whether the file states with an empty edit that nothing is presented before `start`.
  public var beginsWithEmptyEdit = false
  /// A Boolean value that says whether an edit list shows several parts of the media, or one at another speed.
  public var isComposed = false
  public var duration: ExactTime?
  /// The number of ticks in a second of the track's own times.
  public var timeScale: Int32 = 0
  /// The number of samples, or nil when the container has no index.
  public var sampleCount: Int?
  public var bitsPerSecond: Double?
  /// A Boolean value that says whether the track has style sheets or regions of WebVTT for its texts.
  public var hasTextDefinitions = false
  public var video: Video?
  public var audio: Audio?
  public var timecode: Timecode?
  public var associations: [Association] = []
  public var roles: [Role] = []
  /// A Boolean value that says whether samples of timed metadata state where the recording was made.
  public var tellsLocation = false
  /// The metadata in every key space, in the file's order, without the items that are roles.
  public var metadata: [MetadataFact] = []

  /// The track's language as tag and code, the tag first, as far as it has them.
  public var languages: [String] { [languageTag, languageCode].compactMap { $0 } }

  /// The track's name in messages: `track 2 (audio aac)`.
  var title: String { "track \(id) (\(kind.rawValue) \(codec.withoutTrailingSpaces))" }

  /// The codec in a message: its code, or words where the file names none that is known here.
  var codecInWords: String { codec == "none" ? "a coding that is not known" : codec.withoutTrailingSpaces }
}

extension [TrackFacts] {
  /// The time at which the first of the tracks begins, which becomes time 0 of an output (CL-12). For a track that
  /// begins with an empty edit, this is the start of that edit.
  var earliestStart: ExactTime { map { $0.beginsWithEmptyEdit ? .zero : $0.start }.min() ?? .zero }

  /// Returns the track of a kind that is presented where none is chosen: the first enabled one, or the first if none is
  /// enabled.
  func presented(_ kind: TrackKind) -> TrackFacts? {
    let tracks = filter { $0.kind == kind }
    return tracks.first(where: \.isEnabled) ?? tracks.first
  }
}
