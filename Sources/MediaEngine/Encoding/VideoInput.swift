import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// What an encoder of pictures is made for: a track's settings, and what they leave to the source.
struct VideoInput {
  let encoding: VideoEncoding
  let geometry: PictureGeometry
  /// The first picture, as the client gave it.
  let source: Picture
  /// Its sample; `nil` where only the settings are to be checked.
  let first: CMSampleBuffer?
  let timeBase: TimeBase
  let isRealTime: Bool

  init(
    _ encoding: VideoEncoding, source: Picture, first: CMSampleBuffer?, timeBase: TimeBase, isRealTime: Bool
  ) {
    self.encoding = encoding
    self.source = source
    self.first = first
    self.timeBase = timeBase
    self.isRealTime = isRealTime
    geometry = PictureGeometry(
      sourceWidth: source.width, sourceHeight: source.height, width: encoding.width, height: encoding.height,
      scaling: encoding.scaling)
  }

  var pixelLayout: VideoEncoding.PixelLayout { encoding.layout(of: source.format) }

  var speed: String {
    encoding.speed ?? (isRealTime ? VideoEncoding.realTimeSpeed : VideoEncoding.defaultSpeed)
  }

  /// The wanted colour, else the source's.
  var color: ColorDescription {
    var color = source.color
    if let wanted = encoding.color {
      (color.primaries, color.transfer, color.matrix) = (wanted.primaries, wanted.transfer, wanted.matrix)
    }
    // JPEG has no other (JFIF 1.02): every decoder takes its samples for it.
    if encoding.codec == .jpeg { color.isFullRange = true }
    return color
  }

  var fieldOrder: FieldOrder { isUnscaled ? source.fieldOrder : .progressive }

  /// Hides what was added to make the size even, or what the settings say.
  var cleanAperture: CleanAperture? { (encoding.cleanAperture ?? geometry.cleanAperture).map(CleanAperture.init) }

  /// The wanted one, else the unscaled source's.
  var sampleAspectRatio: Rational? {
    if let ratio = encoding.pixelAspectRatio {
      return Rational(Int32(clamping: ratio.horizontal), Int32(clamping: ratio.vertical))
    }
    // A scaled picture has square pixels, as Apple's has; the source's are kept where its samples are.
    guard isUnscaled else { return nil }
    return first?.formatDescription?.pixelAspectRatio?.reducedTo16Bits
  }

  /// Pictures a second, as the settings or the first picture's duration say.
  ///
  /// Thousandths name every film and video rate closely enough for rate control's start, and whole seconds a picture
  /// those of time lapses.
  var expectedFrameRate: Rational? {
    guard let rate = encoding.expectedFrameRate ?? first.flatMap(Self.frameRate) else { return nil }
    func clamped(_ value: Double) -> Int32 { Int32(min(value.rounded(), Double(Int32.max))) }
    return rate < 1 ? Rational(1, clamped(1 / rate)) : Rational(clamped(rate * 1000), 1000)
  }

  /// What the source was graded on; only more than eight bits can keep its range.
  var masteringDisplay: MasteringDisplay? {
    highDynamicRange?.masteringDisplay.flatMap { try? MasteringDisplay(payload: $0) }
  }

  var contentLightLevel: ContentLightLevel? {
    highDynamicRange?.contentLightLevel.flatMap { try? ContentLightLevel(payload: $0) }
  }

  private var highDynamicRange: VideoAttributes? {
    pixelLayout.bitDepth > 8 ? (first?.formatDescription?.extensions).map(VideoAttributes.init) : nil
  }

  private var isUnscaled: Bool { geometry.isUnscaled(source.width, source.height) }

  private static func frameRate(of sample: CMSampleBuffer) -> Double? {
    let seconds = sample.duration.isNumeric ? sample.duration.seconds : 0
    return seconds > 0 ? 1 / seconds : nil
  }
}

extension Rational {
  /// The fraction in lowest terms, within the 16 bits of the bitstream's field (H.264 E.2.1); `nil` where it is none.
  fileprivate var reducedTo16Bits: Rational? {
    guard isPositive else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    var (width, height) = (numerator / a, denominator / a)
    while width > 0xffff || height > 0xffff { (width, height) = (max(1, width >> 1), max(1, height >> 1)) }
    return Rational(width, height)
  }
}

extension CleanAperture {
  /// Offsets are in halves of a sample.
  fileprivate init(_ aperture: VideoEncoding.CleanAperture) {
    func half(_ value: Int) -> Fraction {
      value % 2 == 0 ? Fraction(Int32(clamping: value / 2)) : Fraction(Int32(clamping: value), 2)
    }
    self.init(
      width: Fraction(Int32(clamping: aperture.width)), height: Fraction(Int32(clamping: aperture.height)),
      horizontalOffset: half(aperture.halfHorizontalOffset), verticalOffset: half(aperture.halfVerticalOffset))
  }
}
