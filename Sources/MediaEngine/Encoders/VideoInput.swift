import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// The input of an encoder of pictures: a track's settings, completed with the properties of the first picture. The
/// picture itself is not kept.
struct VideoInput: Sendable {
  let encoding: VideoSettings
  let geometry: PictureGeometry
  /// The number of which the encoded height must be a multiple.
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
  /// The expected number of pictures a second, from the settings or from the first picture's duration.
  let expectedFrameRate: Rational?
  /// The display that the source was graded on. It is kept only with more than eight bits, which its range needs.
  let masteringDisplay: MasteringDisplay?
  let contentLightLevel: ContentLightLevel?

  /// - Parameters:
  ///   - source: the first picture, as the client gave it.
  ///   - first: its sample; `nil` if only the settings are checked.
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
    // An interlaced H.264 picture codes whole rows of chroma in each of its two fields.
    rowStep = fieldOrder != .progressive && encoding.codec == .h264 ? 2 << pixelFormat.log2ChromaHeight : 1
    geometry = Self.geometry(
      of: source, width: encoding.width, height: encoding.height, encoding, rowStep: rowStep)
    // A scaled picture has square pixels, as with Apple; an unscaled one keeps the source's ratio.
    let ownRatio = isUnscaled ? first?.formatDescription?.pixelAspectRatio?.reducedTo16Bits : nil
    sampleAspectRatio = encoding.pixelAspectRatio.map(Rational.init) ?? ownRatio
    expectedFrameRate = (encoding.expectedFrameRate ?? first.flatMap(Self.frameRate)).map(Rational.init(frameRate:))
    let graded =
      pixelFormat.bitsPerComponent > 8 ? (first?.formatDescription?.extensions).map(VideoAttributes.init) : nil
    masteringDisplay = graded?.masteringDisplay.flatMap { try? MasteringDisplay(payload: $0) }
    contentLightLevel = graded?.contentLightLevel.flatMap { try? ContentLightLevel(payload: $0) }
  }

  /// Returns the position of a picture in the encoded one. A picture of another size than the first one is scaled into
  /// the first one's area.
  func geometry(of picture: Picture) -> PictureGeometry {
    if picture.width == sourceWidth, picture.height == sourceHeight { return geometry }
    return Self.geometry(
      of: picture, width: geometry.cleanWidth, height: geometry.cleanHeight, encoding, rowStep: rowStep)
  }

  /// Returns the colours that a picture is converted to. Unspecified properties stay as in the picture.
  func convertedColor(of picture: Picture) -> ColorDescription {
    // Gray is the same light in all colour spaces, except for the transfer curve, which is the first picture's.
    if picture.format.isGray { return ColorDescription() }
    var wanted = ColorDescription(primaries: color.primaries, transfer: color.transfer)
    if pixelFormat.isRGB { return wanted }
    // Luma and chroma without a stated matrix have the track's. JPEG does not state its matrix, which is BT.601's.
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
  /// The rate control; `nil` if the codec offers no choice.
  var rateControl: VideoSettings.RateControl? {
    encoding.rateControl ?? encoding.codec.traits.quality.map { .constantQuality($0.usual) }
  }

  var speed: EncoderSpeed {
    encoding.speed ?? (isRealTime ? encoding.codec.traits.realTimeSpeed : nil) ?? VideoSettings.defaultSpeed
  }

  /// The limit of key-frame distance: the encoder's own if the settings state none in pictures or time.
  var keyFrameLimit: VideoEncoder.KeyFrameLimit {
    if let count = encoding.keyFrameInterval { return .pictures(count) }
    return encoding.keyFrameIntervalDuration == nil ? .usual : .none
  }

  /// The aperture that hides columns and rows that were added to make the size even, or the settings' own.
  var cleanAperture: CleanAperture? {
    guard var aperture = encoding.cleanAperture else { return geometry.cleanAperture.map(CleanAperture.init) }
    // The settings count from the centre of the wanted picture. What is added lies at the right and the bottom of it.
    aperture.halfHorizontalOffset += geometry.cleanWidth - geometry.codedWidth
    aperture.halfVerticalOffset += geometry.cleanHeight - geometry.codedHeight
    return CleanAperture(aperture)
  }
}

extension Rational {
  fileprivate init(_ ratio: VideoSettings.PixelAspectRatio) {
    self.init(Int32(clamping: ratio.horizontal), Int32(clamping: ratio.vertical))
  }

  /// Makes a fraction from a frame rate. Thousandths are close enough to every film and video rate for the start of
  /// rate control, and whole seconds per picture to the rates of time lapses.
  fileprivate init(frameRate rate: Double) {
    func clamped(_ value: Double) -> Int32 { Int32(min(value.rounded(), Double(Int32.max))) }
    self = rate < 1 ? Rational(1, clamped(1 / rate)) : Rational(clamped(rate * 1000), 1000)
  }

  /// The fraction in lowest terms, within the 16 bits of the bitstream's field (H.264 E.2.1); `nil` if it does not fit.
  fileprivate var reducedTo16Bits: Rational? {
    guard isPositive else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    var (width, height) = (numerator / divisor, denominator / divisor)
    while width > 0xffff || height > 0xffff { (width, height) = (max(1, width >> 1), max(1, height >> 1)) }
    return Rational(width, height)
  }
}

extension CleanAperture {
  /// Makes the aperture from the settings, whose offsets are in half samples.
  fileprivate init(_ aperture: VideoSettings.CleanAperture) {
    func half(_ value: Int) -> Fraction {
      value % 2 == 0 ? Fraction(Int32(clamping: value / 2)) : Fraction(Int32(clamping: value), 2)
    }
    self.init(
      width: Fraction(Int32(clamping: aperture.width)), height: Fraction(Int32(clamping: aperture.height)),
      horizontalOffset: half(aperture.halfHorizontalOffset), verticalOffset: half(aperture.halfVerticalOffset))
  }
}
