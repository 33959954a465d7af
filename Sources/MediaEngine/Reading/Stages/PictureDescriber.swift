import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaInterop
import MediaSupport
import MovieFile

/// Makes pixel buffers from decoded pictures. Attachments and format descriptions are made once for many frames.
struct PictureDescriber {
  /// The values of the attachments.
  private struct Facts: Equatable {
    var color: ColorDescription
    var fieldOrder: FieldOrder
    var aspectRatio: Rational?
    var cleanAperture: CleanAperture?
    var masteringDisplay: MasteringDisplay?
    var contentLightLevel: ContentLightLevel?
  }

  private let stream: MediaInterop.Stream
  /// The pixel aspect ratio of pictures that do not state one.
  private let usualAspectRatio: Rational?
  /// The clean apertures of the pictures. It is `nil` if these are turned after they were decoded.
  private let apertures: StatedApertures?
  private var attachments: (facts: Facts, value: Attachments)?
  private var format: (width: Int, height: Int, code: UInt32, facts: Facts, value: CMFormatDescription)?

  /// - Parameter turn: the turn that is applied to the pictures after they were decoded.
  init(_ context: ReadingContext, turn: PictureTurn?) {
    stream = context.stream
    let ratio = Self.statedAspectRatio(context)
    usualAspectRatio = turn?.exchangesSides == true ? ratio.map { Rational($0.denominator, $0.numerator) } : ratio
    apertures = turn == nil ? StatedApertures(context) : nil
  }

  /// Returns the pixel aspect ratio that the track states. For a movie with several sample descriptions libavformat takes
  /// it from the track header, which describes one of them at most, and does not consider clean apertures.
  private static func statedAspectRatio(_ context: ReadingContext) -> Rational? {
    guard context.descriptions != nil else { return context.stream.parameters.sampleAspectRatio }
    return context.track.formatDescriptions.first.flatMap { VideoAttributes($0.extensions).pixelAspectRatio }.map {
      Rational(Int32(clamping: $0.horizontal), Int32(clamping: $0.vertical))
    }
  }

  /// Returns the source description for a picture's tone mapping; `nil` for a picture without high dynamic range.
  func toneMapSource(of picture: Picture, _ frame: Frame) -> ToneMap.Source? {
    ToneMap.Source(
      picture.color, content: frame.contentLightLevel ?? stream.contentLightLevel,
      screen: frame.masteringDisplay ?? stream.masteringDisplay)
  }

  /// Returns the picture as a pixel buffer, in its own memory if that has the wanted attributes.
  ///
  /// - Parameters:
  ///   - isScaled: a Boolean value that says whether the picture was scaled, so that the clean aperture of the track's
  ///     formats is not its own.
  ///   - isToneMapped: a Boolean value that says whether the picture was tone-mapped, so that the stream's statements
  ///     about its light no longer apply.
  mutating func pixelBuffer(
    _ picture: Picture, _ memory: PixelBufferAttributes, of frame: Frame, isScaled: Bool, isToneMapped: Bool
  ) throws -> CVPixelBuffer {
    let buffer = try picture.pixelBuffer(memory)
    let aperture =
      isScaled ? nil : apertures?.aperture(ofWidth: picture.width, height: picture.height, at: frame.pts)
    buffer.storedAttachments = sharedAttachments(
      Facts(
        color: picture.color, fieldOrder: picture.fieldOrder,
        aspectRatio: aspectRatio(of: frame),
        cleanAperture: aperture,
        masteringDisplay: isToneMapped ? nil : frame.masteringDisplay ?? stream.masteringDisplay,
        contentLightLevel: isToneMapped ? nil : frame.contentLightLevel ?? stream.contentLightLevel))
    return buffer
  }

  /// Returns the format description that fits a buffer from `pixelBuffer`.
  mutating func format(of buffer: CVPixelBuffer) throws -> CMFormatDescription {
    let facts = attachments!.facts
    if let format, format.width == buffer.width, format.height == buffer.height, format.code == buffer.format,
      format.facts == facts
    {
      return format.value
    }
    do {
      let made = try CMFormatDescription(imageBuffer: buffer)
      format = (buffer.width, buffer.height, buffer.format, facts, made)
      return made
    } catch {
      throw MediaError(.internalError, .decoding, "a picture's format cannot be described: \(error)")
    }
  }

  /// Returns the pixel aspect ratio of a picture. The container's takes precedence over the picture's own.
  private func aspectRatio(of frame: Frame) -> Rational? {
    let own = stream.statedAspectRatio == nil ? frame.sampleAspectRatio : nil
    return (own ?? usualAspectRatio)?.nonZero
  }

  private mutating func sharedAttachments(_ facts: Facts) -> Attachments {
    if let attachments, attachments.facts == facts { return attachments.value }
    var made = Attachments()
    facts.color.attach(to: &made)
    facts.fieldOrder.attach(to: &made)
    if let ratio = facts.aspectRatio, ratio.numerator != ratio.denominator {
      let value: NSDictionary = [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: NSNumber(value: ratio.numerator),
        kCVImageBufferPixelAspectRatioVerticalSpacingKey: NSNumber(value: ratio.denominator),
      ]
      made.set(value, for: String(describing: kCVImageBufferPixelAspectRatioKey), propagates: true)
    }
    if let aperture = facts.cleanAperture {
      let value: NSDictionary = [
        kCVImageBufferCleanApertureWidthKey: NSNumber(value: aperture.width.value),
        kCVImageBufferCleanApertureHeightKey: NSNumber(value: aperture.height.value),
        kCVImageBufferCleanApertureHorizontalOffsetKey: NSNumber(value: aperture.horizontalOffset.value),
        kCVImageBufferCleanApertureVerticalOffsetKey: NSNumber(value: aperture.verticalOffset.value),
      ]
      made.set(value, for: String(describing: kCVImageBufferCleanApertureKey), propagates: true)
    }
    if let payload = facts.masteringDisplay?.payload {
      made.set(
        NSData(data: Data(payload)), for: String(describing: kCVImageBufferMasteringDisplayColorVolumeKey),
        propagates: true)
    }
    if let payload = facts.contentLightLevel?.payload {
      made.set(
        NSData(data: Data(payload)), for: String(describing: kCVImageBufferContentLightLevelInfoKey), propagates: true)
    }
    attachments = (facts, made)
    return made
  }
}
