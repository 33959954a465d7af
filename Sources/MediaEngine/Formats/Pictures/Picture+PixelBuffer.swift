import Bitstreams
import CoreGraphics
import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import MovieFile

extension Picture {
  /// The picture of a sample buffer, in its own memory, and its closed captions.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a buffer without a picture or of a format that is unknown here.
  init(of sample: CMSampleBuffer) throws {
    guard let buffer = sample.imageBuffer else {
      throw MediaError(.unsupportedSettings, .encoding, "a video input with settings takes decoded pictures")
    }
    try self.init(buffer)
    if let captions = sample.closedCaptions { messages = ClosedCaptions.messages(of: captions) }
  }

  init(_ buffer: CVPixelBuffer) throws {
    guard let format = PixelFormat(fourCC: buffer.format) else {
      let name = CMFormatDescription.MediaSubType(rawValue: buffer.format)
      throw MediaError(.unsupportedSettings, .processing, "pictures of pixel format \(name) cannot be encoded")
    }
    let attached = buffer.storedAttachments
    var color = ColorDescription(attached)
    color.isFullRange = PixelFormat.isFullRange(fourCC: buffer.format) ?? color.isFullRange
    self.init(
      format: format, width: buffer.width, height: buffer.height,
      planes: buffer.planes.map { Picture.Plane(base: $0.base, stride: $0.bytesPerRow) }, color: color,
      fieldOrder: FieldOrder(attached), owner: buffer)
  }
}

extension Picture {
  /// Returns a pixel buffer of the picture's own memory, without attachments.
  ///
  /// - Throws: `MediaError(.decoderNotFound)` for a format that pixel buffers do not have.
  func pixelBuffer() throws -> CVPixelBuffer {
    guard let code = format.fourCC(isFullRange: color.isFullRange ?? false), let owner else {
      throw MediaError(.decoderNotFound, .decoding, "pictures of format \(format) cannot be stored in a pixel buffer")
    }
    return CVPixelBuffer(
      format: code, width: width, height: height,
      planes: planes.indices.map { plane in
        let isChroma = plane == 1 || plane == 2
        let shift = isChroma && !format.isRGB ? format.log2ChromaWidth : 0
        return (
          planes[plane].base, planes[plane].stride, (width + (1 << shift) - 1) >> shift,
          format.rowCount(height: height, plane: plane)
        )
      }, owner: owner)
  }
}

/// The memory of pixel buffers.
extension Picture {
  /// Returns a pixel buffer of the picture with the attributes of memory that are asked for, without attachments. It is
  /// in the picture's own memory where that has them.
  ///
  /// - Throws: `MediaError(.decoderNotFound)` for a format that pixel buffers do not have, and `.unsupportedSettings`
  ///   for one whose memory cannot be chosen.
  func pixelBuffer(_ memory: PixelBufferAttributes) throws -> CVPixelBuffer {
    let own = try pixelBuffer()
    if has(memory) { return own }
    let buffer: CVPixelBuffer
    do {
      buffer = try CVPixelBuffer.allocated(format: own.format, width: width, height: height, memory)
    } catch {
      throw MediaError(
        .unsupportedSettings, .processing, "the memory of pictures of format \(format) cannot be chosen",
        code: error.code)
    }
    copySamples(into: try Picture(buffer))
    return buffer
  }

  /// Returns whether the picture's memory has attributes that are asked for.
  func has(_ memory: PixelBufferAttributes) -> Bool {
    memory.extendedPixels == .none
      && planes.allSatisfy { plane in
        plane.stride % (memory.bytesPerRowAlignment ?? 1) == 0
          && Int(bitPattern: plane.base) % (memory.planeAlignment ?? 1) == 0
      }
  }
}

/// Colour and fields as attachments of a pixel buffer, under Core Video's names.
extension ColorDescription {
  init(_ attachments: Attachments) {
    self.init()
    func code(_ key: CFString, _ codePoint: (CFString?) -> Int32) -> UInt8? {
      (attachments[String(describing: key)]?.value as? NSString).flatMap { UInt8(exactly: codePoint($0)) }
    }
    primaries = code(kCVImageBufferColorPrimariesKey, CVColorPrimariesGetIntegerCodePointForString) ?? primaries
    transfer = code(kCVImageBufferTransferFunctionKey, CVTransferFunctionGetIntegerCodePointForString) ?? transfer
    matrix = code(kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString) ?? matrix
    if let full = attachments[Self.fullRangeKey]?.value as? NSNumber { isFullRange = full.boolValue }
    let location = attachments[String(describing: kCVImageBufferChromaLocationTopFieldKey)]?.value as? NSString
    chromaLocation = ChromaLocations.codePoint(location) ?? chromaLocation
  }

  /// The name for the range. Core Video has none, since its pixel formats tell it where they can: Core Media's has one.
  private static let fullRangeKey = String(describing: kCMFormatDescriptionExtension_FullRangeVideo)

  /// Adds the known properties to attachments.
  func attach(to attachments: inout Attachments) {
    func set(_ key: CFString, _ value: Unmanaged<CFString>?) {
      if let value = value?.takeUnretainedValue() {
        attachments.set(value, for: String(describing: key), propagates: true)
      }
    }
    set(kCVImageBufferColorPrimariesKey, CVColorPrimariesGetStringForIntegerCodePoint(Int32(primaries)))
    set(kCVImageBufferTransferFunctionKey, CVTransferFunctionGetStringForIntegerCodePoint(Int32(transfer)))
    set(kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(matrix)))
    if let isFullRange { attachments.set(NSNumber(value: isFullRange), for: Self.fullRangeKey, propagates: true) }
    if let name = chromaLocation.flatMap(ChromaLocations.string) {
      for field in [kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocationBottomFieldKey] {
        attachments.set(name, for: String(describing: field), propagates: true)
      }
    }
  }
}

extension FieldOrder {
  init(_ attachments: Attachments) {
    let detail = attachments[String(describing: kCVImageBufferFieldDetailKey)]?.value as? NSString
    if detail == kCVImageBufferFieldDetailTemporalTopFirst || detail == kCVImageBufferFieldDetailSpatialFirstLineEarly {
      self = .topFirst
    } else if detail == kCVImageBufferFieldDetailTemporalBottomFirst
      || detail == kCVImageBufferFieldDetailSpatialFirstLineLate
    {
      self = .bottomFirst
    } else {
      self = .progressive
    }
  }

  func attach(to attachments: inout Attachments) {
    let detail: CFString
    switch self {
    case .progressive: return
    case .topFirst: detail = kCVImageBufferFieldDetailSpatialFirstLineEarly
    case .bottomFirst: detail = kCVImageBufferFieldDetailSpatialFirstLineLate
    }
    attachments.set(NSNumber(value: 2), for: String(describing: kCVImageBufferFieldCountKey), propagates: true)
    attachments.set(detail, for: String(describing: kCVImageBufferFieldDetailKey), propagates: true)
  }
}
