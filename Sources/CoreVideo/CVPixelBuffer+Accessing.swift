public import CoreGraphics

/// Bits of lock and unlock, and of flush.
public typealias CVOptionFlags = UInt64

/// How a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable, Hashable {
  public let rawValue: CVOptionFlags
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// The pixels will only be read.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes the pixels' memory accessible until the matching unlock.
///
/// Memory is always mapped here, so this only counts; unlike Apple's it never waits.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lock()
  return kCVReturnSuccess
}

/// Ends the access that a lock began; `kCVReturnError` when the buffer is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnError
}

/// The picture's width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// The picture's height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format, a `kCVPixelFormatType_…`.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

/// The first byte of the picture; of its first plane when it is planar.
///
/// The address is valid while the buffer is locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.planes.first?.base
}

/// Bytes from a row to the next; of the first plane when the buffer is planar.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// Bytes of the memory that holds all planes, with padding.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.dataSize }

/// Whether components lie in planes of their own, as in `420v`; not for packed pixels such as `BGRA`.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// The number of planes; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// The plane's width in its own pixels; 0 where there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// The plane's height in its own rows; 0 where there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The plane's first byte, valid while the buffer is locked; `nil` where there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  pixelBuffer.plane(planeIndex)?.base
}

/// Bytes from a row of the plane to the next; 0 where there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// How many columns and rows are stored around the picture.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  extraColumnsOnLeft?.pointee = pixelBuffer.extendedPixels.left
  extraColumnsOnRight?.pointee = pixelBuffer.extendedPixels.right
  extraRowsOnTop?.pointee = pixelBuffer.extendedPixels.top
  extraRowsOnBottom?.pointee = pixelBuffer.extendedPixels.bottom
}

/// Identifies the class of pixel buffers in the running program.
public func CVPixelBufferGetTypeID() -> CFTypeID { CFTypeID(of: CVBuffer.self) }

extension CVBuffer {
  /// A plane by its number; Apple's plane functions know no planes of a buffer that is not planar.
  fileprivate func plane(_ index: Int) -> Plane? {
    isPlanar && planes.indices.contains(index) ? planes[index] : nil
  }
}
