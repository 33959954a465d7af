public import CoreGraphics
internal import Foundation

/// Returns the size of the buffer's pixels in memory.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the size to show the picture at: its display dimensions where attached, else the encoded size.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  let attachment = imageBuffer.storedAttachments[kCVImageBufferDisplayDimensionsKey as String]?.value as? CFDictionary
  guard let attachment, let width = number(kCVImageBufferDisplayWidthKey, in: attachment),
    let height = number(kCVImageBufferDisplayHeightKey, in: attachment)
  else { return CVImageBufferGetEncodedSize(imageBuffer) }
  return CGSize(width: width, height: height)
}

/// Returns the part of the picture to show, from its top left: the clean aperture where attached, else all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let size = CVImageBufferGetEncodedSize(imageBuffer)
  let attachment = imageBuffer.storedAttachments[kCVImageBufferCleanApertureKey as String]?.value as? CFDictionary
  guard let attachment, let width = number(kCVImageBufferCleanApertureWidthKey, in: attachment),
    let height = number(kCVImageBufferCleanApertureHeightKey, in: attachment)
  else { return CGRect(origin: .zero, size: size) }
  let x = number(kCVImageBufferCleanApertureHorizontalOffsetKey, in: attachment) ?? 0
  let y = number(kCVImageBufferCleanApertureVerticalOffsetKey, in: attachment) ?? 0
  return CGRect(
    x: (Double(size.width) - width) / 2 + x, y: (Double(size.height) - height) / 2 + y, width: width, height: height)
}

/// Returns whether the first row in memory is the top one, which it always is here.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

private func number(_ key: CFString, in dictionary: CFDictionary) -> Double? {
  NumberAttribute(dictionary.object(forKey: key))?.value.doubleValue
}
