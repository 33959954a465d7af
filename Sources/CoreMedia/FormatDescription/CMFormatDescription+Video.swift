public import CoreGraphics
public import CoreVideo

/// The parts that only a video format description has, besides its extensions.
struct VideoFormat: Sendable {
  var dimensions: CMVideoDimensions
  /// The parameter sets of the `avcC` or `hvcC` atom, where there is one.
  var parameterSets: ParameterSetRecord?

  /// Returns `nil` for dimensions that are not positive.
  init?(width: Int32, height: Int32, codecType: CMVideoCodecType, extensions: CMFormatDescription.Extensions) {
    guard width > 0, height > 0 else { return nil }
    dimensions = CMVideoDimensions(width: width, height: height)
    parameterSets = ParameterSetRecord(codecType: codecType, extensions: extensions)
  }
}

/// Creates a description of compressed or raw video; dimensions are of the encoded picture, in pixels.
///
/// Returns `kCMFormatDescriptionError_InvalidParameter` for dimensions that are not positive.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  let values = CMFormatDescription.Extensions(extensions)
  guard let format = VideoFormat(width: width, height: height, codecType: codecType, extensions: values) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  formatDescriptionOut.pointee = CMFormatDescription(
    type: kCMMediaType_Video, subType: codecType, details: .video(format), values: values)
  return noErr
}

/// Creates the description of an image buffer: its pixel format, its size, and those of its attachments that are
/// extensions too.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  let extensions = commonExtensions(of: imageBuffer)
  if let bytesPerRow = imageBuffer.planes.first?.bytesPerRow {
    extensions[kCMFormatDescriptionExtension_BytesPerRow] = NSNumber(value: bytesPerRow)
  }
  return CMVideoFormatDescriptionCreate(
    allocator: allocator, codecType: imageBuffer.format, width: Int32(clamping: imageBuffer.width),
    height: Int32(clamping: imageBuffer.height), extensions: extensions, formatDescriptionOut: formatDescriptionOut)
}

/// Returns whether a description fits an image buffer: pixel format, size and the extensions they have in common agree.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  guard desc.type == kCMMediaType_Video, desc.subType == imageBuffer.format,
    desc.dimensions
      == CMVideoDimensions(width: Int32(clamping: imageBuffer.width), height: Int32(clamping: imageBuffer.height))
  else { return false }
  let attachments = imageBuffer.storedAttachments
  return commonKeys.allSatisfy { key in
    let mine = desc.extensionValue(key) as? NSObject
    let theirs = attachments[key as String]?.value as? NSObject
    return mine == theirs
  }
}

/// Returns the keys that image buffers' attachments and descriptions' extensions have in common.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
  NSArray(array: commonKeys)
}

/// Returns the encoded picture's size in pixels; zero for other media than video.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// Returns the size to show the picture at, in square pixels: with or without the pixel aspect ratio and the clean
/// aperture.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  var size = CGSize(width: Int(videoDesc.dimensions.width), height: Int(videoDesc.dimensions.height))
  if useCleanAperture {
    size = CMVideoFormatDescriptionGetCleanAperture(videoDesc, originIsAtTopLeft: true).size
  }
  if usePixelAspectRatio, let stated = videoDesc.extensions.statedPixelAspect {
    let (horizontal, vertical) = (stated.horizontal.doubleValue, stated.vertical.doubleValue)
    if horizontal > 0, vertical > 0 { size.width *= horizontal / vertical }
  }
  return size
}

/// Returns the part of the picture to show: all of it unless an extension says otherwise.
///
/// The extension's offsets are the distance of the part's centre from the picture's (ISO 14496-12, 12.1.4).
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  let width = Double(videoDesc.dimensions.width)
  let height = Double(videoDesc.dimensions.height)
  guard let aperture = videoDesc.extensionValue(kCMFormatDescriptionExtension_CleanAperture) as? CFDictionary,
    let cleanWidth = rational(
      kCMFormatDescriptionKey_CleanApertureWidthRational, else: kCMFormatDescriptionKey_CleanApertureWidth,
      in: aperture),
    let cleanHeight = rational(
      kCMFormatDescriptionKey_CleanApertureHeightRational, else: kCMFormatDescriptionKey_CleanApertureHeight,
      in: aperture)
  else { return CGRect(x: 0, y: 0, width: width, height: height) }
  let horizontal =
    rational(
      kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational,
      else: kCMFormatDescriptionKey_CleanApertureHorizontalOffset, in: aperture) ?? 0
  let vertical =
    rational(
      kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational,
      else: kCMFormatDescriptionKey_CleanApertureVerticalOffset, in: aperture) ?? 0
  let top = (height - cleanHeight) / 2 + vertical
  return CGRect(
    x: (width - cleanWidth) / 2 + horizontal, y: originIsAtTopLeft ? top : height - top - cleanHeight,
    width: cleanWidth, height: cleanHeight)
}

extension CMFormatDescription {
  /// The encoded picture's size in pixels; zero for other media than video.
  public var dimensions: CMVideoDimensions {
    if case .video(let video) = details { video.dimensions } else { CMVideoDimensions() }
  }

  /// Returns the size to show the picture at, in square pixels; zero for other media than video.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    CMVideoFormatDescriptionGetPresentationDimensions(
      self, usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
  }

  /// Returns the part of the picture to show, in pixels from its top or bottom left; all of it unless an extension says
  /// otherwise.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
  }

  /// Returns whether a sample buffer may pair this description with a picture: pixel format, size and common extensions
  /// agree.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
  }

  /// The extensions that are made from image buffers' attachments and compared with them.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] { commonKeys.map { .init(rawValue: $0) } }
}

// Strings that never change; CFString is only not declared Sendable.
nonisolated(unsafe) private let commonKeys: [CFString] = [
  kCMFormatDescriptionExtension_CleanAperture, kCMFormatDescriptionExtension_FieldCount,
  kCMFormatDescriptionExtension_FieldDetail, kCMFormatDescriptionExtension_PixelAspectRatio,
  kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
  kCMFormatDescriptionExtension_GammaLevel, kCMFormatDescriptionExtension_YCbCrMatrix,
  kCMFormatDescriptionExtension_ICCProfile, kCMFormatDescriptionExtension_ChromaLocationTopField,
  kCMFormatDescriptionExtension_ChromaLocationBottomField,
  kCMFormatDescriptionExtension_MasteringDisplayColorVolume, kCMFormatDescriptionExtension_ContentLightLevelInfo,
  kCMFormatDescriptionExtension_AlphaChannelMode,
]

private func commonExtensions(of imageBuffer: CVImageBuffer) -> NSMutableDictionary {
  let attachments = imageBuffer.storedAttachments
  let extensions = NSMutableDictionary()
  for key in commonKeys {
    if let entry = attachments[key as String] { extensions[key] = entry.value }
  }
  return extensions
}

private func number(_ key: CFString, in dictionary: CFDictionary) -> Double? {
  NumberAttribute(dictionary.object(forKey: key))?.value.doubleValue
}

/// Returns a number that is stored as numerator and denominator, or else as one number.
private func rational(_ key: CFString, else plainKey: CFString, in dictionary: CFDictionary) -> Double? {
  if let pair = dictionary.object(forKey: key) as? [Any], pair.count == 2,
    let numerator = NumberAttribute(pair[0])?.value.doubleValue,
    let denominator = NumberAttribute(pair[1])?.value.doubleValue, denominator != 0
  {
    return numerator / denominator
  }
  return number(plainKey, in: dictionary)
}
