import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// The input of an encoder of pictures: a track's settings, and the properties that they leave to the first picture,
/// which is not kept.
struct VideoInput: Sendable {
  let encoding: VideoSettings
  let geometry: PictureGeometry
  /// The number that the encoded height is a multiple of.
  private let rowStep: Int
  let timeBase: TimeBase
  let isRealTime: Bool
  /// The width of the first picture, and its height.
  let sourceWidth: Int
  let sourceHeight: Int
  /// The wanted format, or else the codec's usual one.
  let pixelFormat: PixelFormat
  /// The wanted colour, or else the source's.
  let color: ColorDescription
  let fieldOrder: FieldOrder
  /// The wanted ratio, or else the unscaled source's.
  let sampleAspectRatio: Rational?
  /// The expected number of pictures a second, by the settings or the first picture's duration.
  let expectedFrameRate: Rational?
  /// The display that the source was graded on; only more than eight bits can keep its range.
  let masteringDisplay: MasteringDisplay?
  let contentLightLevel: ContentLightLevel?

  /// - Parameters:
  ///   - source: the first picture, as the client gave it.
  ///   - first: its sample; `nil` where only the settings are to be checked.
  init(
    _ encoding: VideoSettings, source: Picture, first: CMSampleBuffer?, timeBase: TimeBase, isRealTime: Bool
  ) {
    self.encoding = encoding
    self.timeBase = timeBase
    self.isRealTime = isRealTime
    (sourceWidth, sourceHeight) = (source.width, source.height)
    pixelFormat = encoding.pixelFormat(of: source.format)
    color = encoding.color(of: source, as: pixelFormat)
    let plain = Self.geometry(of: source, width: encoding.width, height: encoding.height, encoding, rowStep: 1)
    let isUnscaled = plain.isUnscaled(source.width, source.height)
    fieldOrder = isUnscaled ? source.fieldOrder : .progressive
    // H.264 codes whole rows of chroma in each of the two fields.
    rowStep = fieldOrder != .progressive && encoding.codec == .h264 ? 2 << pixelFormat.log2ChromaHeight : 1
    geometry = Self.geometry(
      of: source, width: encoding.width, height: encoding.height, encoding, rowStep: rowStep)
    // A scaled picture has square pixels, as Apple's has; the source's are kept where its samples are.
    let ownRatio = isUnscaled ? first?.formatDescription?.pixelAspectRatio?.reducedTo16Bits : nil
    sampleAspectRatio = encoding.pixelAspectRatio.map(Rational.init) ?? ownRatio
    expectedFrameRate = (encoding.expectedFrameRate ?? first.flatMap(Self.frameRate)).map(Rational.init(frameRate:))
    let graded =
      pixelFormat.bitsPerComponent > 8 ? (first?.formatDescription?.extensions).map(VideoAttributes.init) : nil
    masteringDisplay = graded?.masteringDisplay.flatMap { try? MasteringDisplay(payload: $0) }
    contentLightLevel = graded?.contentLightLevel.flatMap { try? ContentLightLevel(payload: $0) }
  }

  /// Returns the place of a picture in the encoded one. A picture of another size than the first lies in the first
  /// one's place.
  func geometry(of picture: Picture) -> PictureGeometry {
    if picture.width == sourceWidth, picture.height == sourceHeight { return geometry }
    return Self.geometry(
      of: picture, width: geometry.cleanWidth, height: geometry.cleanHeight, encoding, rowStep: rowStep)
  }

  /// Returns the colours that a picture is converted to. What they leave unspecified is as the picture has it.
  func convertedColor(of picture: Picture) -> ColorDescription {
    // Gray is the same light in all of them, but for the curve, which is the first picture's.
    if picture.format.isGray { return ColorDescription() }
    var wanted = ColorDescription(primaries: color.primaries, transfer: color.transfer)
    if pixelFormat.isRGB { return wanted }
    // Luma and chroma whose matrix is not stated are those of the track. JPEG states none: it has BT.601's.
    let isStated = picture.color.matrix != ColorDescription.unspecified
    if picture.format.isRGB || isStated || encoding.codec == .jpeg { wanted.matrix = color.matrix }
    return wanted
  }

  private static func geometry(
    of picture: Picture, width: Int?, height: Int?, _ encoding: VideoSettings, rowStep: Int
  ) -> PictureGeometry {
    PictureGeometry(
      sourceWidth: picture.width, sourceHeight: picture.height, width: width, height: height,
      scaling: encoding.scaling, isAlwaysEven: !encoding.codec.traits.codesOddSizes, rowStep: rowStep)
  }

  private static func frameRate(of sample: CMSampleBuffer) -> Double? {
    let seconds = sample.duration.isNumeric ? sample.duration.seconds : 0
    return seconds > 0 ? 1 / seconds : nil
  }
}

// These properties follow from the settings for every encoder.
extension VideoInput {
  /// The rate control; `nil` where the codec has nothing to choose.
  var rateControl: VideoSettings.RateControl? {
    encoding.rateControl ?? encoding.codec.traits.quality.map { .constantQuality($0.usual) }
  }

  var speed: EncoderSpeed {
    encoding.speed ?? (isRealTime ? encoding.codec.traits.realTimeSpeed : nil) ?? VideoSettings.defaultSpeed
  }

  /// The limit of key frames: the encoder's own where the settings have none in pictures or time.
  var keyFrameLimit: VideoEncoder.KeyFrameLimit {
    if let count = encoding.keyFrameInterval { return .pictures(count) }
    return encoding.keyFrameIntervalDuration == nil ? .usual : .none
  }

  /// The aperture that hides columns and rows that were added to make the size even, or the settings' own.
  var cleanAperture: CleanAperture? { (encoding.cleanAperture ?? geometry.cleanAperture).map(CleanAperture.init) }
}

extension Rational {
  fileprivate init(_ ratio: VideoSettings.PixelAspectRatio) {
    self.init(Int32(clamping: ratio.horizontal), Int32(clamping: ratio.vertical))
  }

  /// Makes a fraction of a frame rate. Thousandths are close enough to every film and video rate for rate control's
  /// start, and whole seconds a picture to those of time lapses.
  fileprivate init(frameRate rate: Double) {
    func clamped(_ value: Double) -> Int32 { Int32(min(value.rounded(), Double(Int32.max))) }
    self = rate < 1 ? Rational(1, clamped(1 / rate)) : Rational(clamped(rate * 1000), 1000)
  }

  /// The fraction in lowest terms, within the 16 bits of the bitstream's field (H.264 E.2.1); `nil` where it is none.
  fileprivate var reducedTo16Bits: Rational? {
    guard isPositive else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    var (width, height) = (numerator / divisor, denominator / divisor)
    while width > 0xffff || height > 0xffff { (width, height) = (max(1, width >> 1), max(1, height >> 1)) }
    return Rational(width, height)
  }
}

extension CleanAperture {
  /// Makes the aperture of the settings, whose offsets are in halves of a sample.
  fileprivate init(_ aperture: VideoSettings.CleanAperture) {
    func half(_ value: Int) -> Fraction {
      value % 2 == 0 ? Fraction(Int32(clamping: value / 2)) : Fraction(Int32(clamping: value), 2)
    }
    self.init(
      width: Fraction(Int32(clamping: aperture.width)), height: Fraction(Int32(clamping: aperture.height)),
      horizontalOffset: half(aperture.halfHorizontalOffset), verticalOffset: half(aperture.halfVerticalOffset))
  }
}
