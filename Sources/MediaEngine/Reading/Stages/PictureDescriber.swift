import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaInterop
import MediaSupport

/// Pixel buffers around decoded pictures, with attachments and format descriptions made once for many frames.
struct PictureDescriber {
  /// What the attachments say.
  private struct Facts: Equatable {
    var color: ColorDescription
    var fieldOrder: FieldOrder
    var aspectRatio: Rational?
    var masteringDisplay: MasteringDisplay?
    var contentLightLevel: ContentLightLevel?
  }

  private let stream: MediaInterop.Stream
  private var attachments: (facts: Facts, value: Attachments)?
  private var format: (width: Int, height: Int, code: UInt32, facts: Facts, value: CMFormatDescription)?

  init(stream: MediaInterop.Stream) { self.stream = stream }

  /// The picture as a pixel buffer, in its own memory.
  mutating func pixelBuffer(_ picture: Picture, of frame: Frame) throws -> CVPixelBuffer {
    let buffer = try picture.pixelBuffer()
    buffer.storedAttachments = sharedAttachments(
      Facts(
        color: picture.color, fieldOrder: picture.fieldOrder,
        aspectRatio: (frame.sampleAspectRatio ?? stream.parameters.sampleAspectRatio)?.nonZero,
        masteringDisplay: frame.masteringDisplay ?? stream.masteringDisplay,
        contentLightLevel: frame.contentLightLevel ?? stream.contentLightLevel))
    return buffer
  }

  /// The description that fits a buffer from `pixelBuffer`.
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
