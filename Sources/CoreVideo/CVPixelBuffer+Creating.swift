public import CoreGraphics
internal import Foundation

/// A function that is called once, with the reference and base address that were given, when the memory is no longer
/// used.
public typealias CVPixelBufferReleaseBytesCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
/// A function that is called once, with the arguments that were given, when the memory is no longer used: the
/// reference, the data, its size, the number of planes and their base addresses.
public typealias CVPixelBufferReleasePlanarBytesCallback = (
  UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Void

/// Creates a buffer with memory of its own, whose content is not defined.
///
/// Unlike Apple's, the allocator is not used.
///
/// - Returns: `kCVReturnInvalidPixelFormat` for a format of unknown layout, `kCVReturnInvalidSize` or
///   `kCVReturnInvalidPixelBufferAttributes`.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  do {
    pixelBufferOut.pointee = try CVPixelBuffer.allocated(
      format: pixelFormatType, width: width, height: height, PixelBufferAttributes(pixelBufferAttributes))
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

extension CVBuffer {
  /// Makes a buffer with memory of its own, whose content is not defined.
  ///
  /// - Parameter attributes: the memory's attributes; the format and size in them do not count.
  /// - Throws: `PixelBufferFailure` for a format of unknown layout, a size and attributes that cannot be allocated.
  package static func allocated(
    format: OSType, width: Int, height: Int, _ attributes: PixelBufferAttributes
  ) throws(PixelBufferFailure) -> CVPixelBuffer {
    let layout = try PixelBufferLayout(format: format, width: width, height: height, attributes: attributes)
    let memory = PixelMemory(byteCount: layout.byteCount)
    return layout.makeBuffer(over: memory.base, owner: memory)
  }
}

/// Creates a buffer over the caller's memory, for a format that is not planar.
///
/// The callback runs once, when the last reference to the buffer goes; it does not run when this fails.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard width > 0, height > 0, width <= PixelBufferLayout.maximumDimension,
    height <= PixelBufferLayout.maximumDimension
  else { return kCVReturnInvalidSize }
  guard let description = PixelFormatDescription(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard !description.isPlanar, isDistance(bytesPerRow, ofRowsOf: description.planes[0].bytesPerRow(for: width)) else {
    return kCVReturnInvalidArgument
  }
  let owner = ReleaseOwner { releaseCallback?(releaseRefCon, baseAddress) }
  pixelBufferOut.pointee = CVPixelBuffer(
    format: pixelFormatType, width: width, height: height, planes: [(baseAddress, bytesPerRow, width, height)],
    owner: owner)
  return kCVReturnSuccess
}

/// Creates a buffer over the caller's planes.
///
/// The callback runs once, when the last reference to the buffer goes; it does not run when this fails. Unlike Apple's
/// function, this accepts a format of unknown layout: the planes describe it completely.
///
/// - Returns: `kCVReturnInvalidArgument` for another number of planes than the format has, planes without a size or an
///   address, and rows that are less far apart than a row of the format is long.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard width > 0, height > 0, width <= PixelBufferLayout.maximumDimension,
    height <= PixelBufferLayout.maximumDimension
  else { return kCVReturnInvalidSize }
  guard numberOfPlanes > 0, numberOfPlanes <= maximumPlaneCount else { return kCVReturnInvalidArgument }
  let description = PixelFormatDescription(pixelFormatType)
  if let description, description.planes.count != numberOfPlanes { return kCVReturnInvalidArgument }
  let sides = 1...PixelBufferLayout.maximumDimension
  var planes: [CVPixelBuffer.Plane] = []
  for index in 0..<numberOfPlanes {
    let rowLength = description?.planes[index].bytesPerRow(for: width) ?? 0
    guard let base = planeBaseAddress[index], sides.contains(planeWidth[index]), sides.contains(planeHeight[index]),
      isDistance(planeBytesPerRow[index], ofRowsOf: rowLength)
    else { return kCVReturnInvalidArgument }
    planes.append((base, planeBytesPerRow[index], planeWidth[index], planeHeight[index]))
  }
  let bases = planes.map { UnsafeRawPointer($0.base) as UnsafeRawPointer? }
  let data = UnsafeRawPointer(dataPtr)
  let owner = ReleaseOwner {
    var bases = bases
    bases.withUnsafeMutableBufferPointer {
      releaseCallback?(releaseRefCon, data, dataSize, numberOfPlanes, $0.baseAddress)
    }
  }
  pixelBufferOut.pointee = CVPixelBuffer(
    format: pixelFormatType, width: width, height: height, planes: planes, owner: owner)
  return kCVReturnSuccess
}

/// Returns whether rows of a number of bytes can begin so many bytes apart. Who reads them counts the distance in 32 bits.
private func isDistance(_ bytesPerRow: Int, ofRowsOf rowLength: Int) -> Bool {
  bytesPerRow >= rowLength && bytesPerRow <= Int(Int32.max)
}

/// The largest number of planes of any pixel format: Y, Cb, Cr and alpha.
private let maximumPlaneCount = 4

/// Runs a closure when the last reference to the memory goes.
package final class ReleaseOwner: @unchecked Sendable {
  // Sendable: the closure is a constant, and runs once, when there are no other references to this.

  private let release: () -> Void

  package init(_ release: @escaping () -> Void) { self.release = release }

  deinit { release() }
}
