public import CoreGraphics
internal import Glibc

/// Returns the number of bytes in the buffer.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Returns whether the buffer refers to no memory at all.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Returns a number that identifies the class of block buffers in the running program.
public func CMBlockBufferGetTypeID() -> CFTypeID { CFTypeID(of: CMBlockBuffer.self) }

/// Returns whether a range's bytes lie together in allocated memory; a `length` of 0 means all from the offset.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  guard offset >= 0, offset < theBuffer.dataLength, length >= 0 else { return false }
  return theBuffer.contiguousBytes(offset: offset, length: length == 0 ? theBuffer.dataLength - offset : length) != nil
}

/// Returns a pointer to the byte at an offset, and the number of bytes that lie together from there.
///
/// The pointer is valid as long as the buffer is. No bytes are copied.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  if theBuffer.isEmpty { return kCMBlockBufferEmptyBBufErr }
  guard let (piece, inner) = theBuffer.locate(offset) else { return kCMBlockBufferBadOffsetParameterErr }
  guard let base = piece.block.base else { return kCMBlockBufferUnallocatedBlockErr }
  lengthAtOffsetOut?.pointee = piece.length - inner
  totalLengthOut?.pointee = theBuffer.dataLength
  dataPointerOut?.pointee = (base + piece.offset + inner).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Returns a pointer to a range's bytes.
///
/// It points at the bytes themselves where they lie together, else to a copy in `temporaryBlock`, which must have room
/// for `length` bytes.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  let status = theBuffer.checkRange(offset: offset, length: length)
  if status != kCMBlockBufferNoErr { return status }
  var bytes = temporaryBlock
  if let contiguous = theBuffer.contiguousBytes(offset: offset, length: length)?.baseAddress {
    bytes = contiguous
  } else {
    let copied = CMBlockBufferCopyDataBytes(theBuffer, atOffset: offset, dataLength: length, destination: bytes)
    if copied != kCMBlockBufferNoErr { return copied }
  }
  returnedPointerOut.pointee = bytes.assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Copies a range's bytes out.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  var written = 0
  return theSourceBuffer.forEachSpan(offset: offsetToData, length: dataLength) { span in
    if let base = span.baseAddress { memcpy(destination + written, base, span.count) }
    written += span.count
  }
}

/// Overwrites the bytes of a range, allocating memory that is still to be allocated.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  let status = destinationBuffer.assureMemory(offset: offsetIntoDestination, length: dataLength)
  if status != kCMBlockBufferNoErr { return status }
  var read = 0
  return destinationBuffer.forEachSpan(offset: offsetIntoDestination, length: dataLength) { span in
    if let base = span.baseAddress { memcpy(base, sourceBytes + read, span.count) }
    read += span.count
  }
}

/// Fills a range with one byte, allocating memory that is still to be allocated; a `dataLength` of 0 means all from the
/// offset.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  // An offset that is too small is told by the check of the range.
  let length = dataLength == 0 ? max(0, destinationBuffer.dataLength - max(0, offsetIntoDestination)) : dataLength
  let status = destinationBuffer.assureMemory(offset: offsetIntoDestination, length: length)
  if status != kCMBlockBufferNoErr { return status }
  return destinationBuffer.forEachSpan(offset: offsetIntoDestination, length: length) { span in
    if let base = span.baseAddress { memset(base, Int32(fillByte), span.count) }
  }
}

extension CMBlockBuffer {
  /// Returns the error of a range that does not lie within the buffer, else `kCMBlockBufferNoErr`.
  func checkRange(offset: Int, length: Int) -> OSStatus {
    if isEmpty { return kCMBlockBufferEmptyBBufErr }
    guard offset >= 0, offset < dataLength || (offset == dataLength && length == 0) else {
      return kCMBlockBufferBadOffsetParameterErr
    }
    guard length >= 0, length <= dataLength - offset else { return kCMBlockBufferBadLengthParameterErr }
    return kCMBlockBufferNoErr
  }

  /// Allocates the memory of a range that is still to be allocated.
  fileprivate func assureMemory(offset: Int, length: Int) -> OSStatus {
    let status = checkRange(offset: offset, length: length)
    if status != kCMBlockBufferNoErr { return status }
    return pieces(offset: offset, length: length).allSatisfy { $0.block.assureMemory() }
      ? kCMBlockBufferNoErr : kCMBlockBufferBlockAllocationFailedErr
  }

  /// Calls `body` with each stretch of a range in order; with none of them when part of it is not allocated.
  fileprivate func forEachSpan(
    offset: Int, length: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) -> OSStatus {
    let status = checkRange(offset: offset, length: length)
    if status != kCMBlockBufferNoErr { return status }
    let pieces = pieces(offset: offset, length: length)
    guard pieces.allSatisfy({ $0.block.base != nil }) else { return kCMBlockBufferUnallocatedBlockErr }
    for piece in pieces {
      guard let base = piece.block.base else { continue }
      body(UnsafeMutableRawBufferPointer(start: base + piece.offset, count: piece.length))
    }
    return kCMBlockBufferNoErr
  }
}
