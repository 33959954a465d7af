public import CoreGraphics
internal import Glibc

/// Creates a buffer without bytes, to append to.
///
/// Here and in the functions below, the capacity is a hint and the structure's allocator is not used.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = CMBlockBuffer()
  return kCMBlockBufferNoErr
}

/// Creates a buffer over a block of memory, which is given or still to be allocated.
///
/// - Parameters:
///   - memoryBlock: `nil` to allocate `blockLength` bytes, at once or when first asked for.
///   - blockAllocator: frees the block: with `free` by default, not at all if it is `kCFAllocatorNull`.
///   - customBlockSource: allocates and frees instead of the allocator.
/// - Returns: The error of a length, an offset or a source that is not usable.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  let buffer = CMBlockBuffer()
  let status = CMBlockBufferAppendMemoryBlock(
    buffer, memoryBlock: memoryBlock, length: blockLength, blockAllocator: blockAllocator,
    customBlockSource: customBlockSource, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
  if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
  return status
}

/// Creates a buffer that refers to a range of another; a `dataLength` of 0 means all from the offset.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator structureAllocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  let buffer = CMBlockBuffer()
  let status = CMBlockBufferAppendBufferReference(
    buffer, targetBBuf: bufferReference, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
  if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
  return status
}

/// Creates a buffer whose bytes lie together: a reference where they do so already, else a copy.
///
/// A `dataLength` of 0 means all from the offset.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  if sourceBuffer.isEmpty { return kCMBlockBufferEmptyBBufErr }
  guard offsetToData >= 0, offsetToData < sourceBuffer.dataLength else { return kCMBlockBufferBadOffsetParameterErr }
  let length = dataLength == 0 ? sourceBuffer.dataLength - offsetToData : dataLength
  guard length > 0, length <= sourceBuffer.dataLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  let copies = flags & kCMBlockBufferAlwaysCopyDataFlag != 0
  if !copies, sourceBuffer.contiguousBytes(offset: offsetToData, length: length) != nil {
    blockBufferOut.pointee = CMBlockBuffer(pieces: sourceBuffer.pieces(offset: offsetToData, length: length))
    return kCMBlockBufferNoErr
  }
  var created: CMBlockBuffer?
  let status = CMBlockBufferCreateWithMemoryBlock(
    allocator: structureAllocator, memoryBlock: nil, blockLength: length, blockAllocator: blockAllocator,
    customBlockSource: customBlockSource, offsetToData: 0, dataLength: length,
    flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &created)
  guard let created, let bytes = created.contiguousBytes(offset: 0, length: length)?.baseAddress else { return status }
  let copied = CMBlockBufferCopyDataBytes(
    sourceBuffer, atOffset: offsetToData, dataLength: length, destination: bytes)
  if copied == kCMBlockBufferNoErr { blockBufferOut.pointee = created }
  return copied
}

/// Appends a block of memory; see `CMBlockBufferCreateWithMemoryBlock`.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  guard blockLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
  guard offsetToData >= 0, offsetToData < blockLength else { return kCMBlockBufferBadOffsetParameterErr }
  guard dataLength >= 0, dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
  var allocate: () -> UnsafeMutableRawPointer? = { malloc(blockLength) }
  var release: ((UnsafeMutableRawPointer) -> Void)? = { free($0) }
  if let source = customBlockSource?.pointee {
    guard source.version == kCMBlockBufferCustomBlockSourceVersion, memoryBlock != nil || source.AllocateBlock != nil
    else { return kCMBlockBufferBadCustomBlockSourceErr }
    allocate = { source.AllocateBlock?(source.refCon, blockLength) }
    release = { source.FreeBlock?(source.refCon, $0, blockLength) }
  } else if blockAllocator === kCFAllocatorNull {
    guard memoryBlock != nil else { return kCMBlockBufferBlockAllocationFailedErr }
    release = nil
  }
  let block = MemoryBlock(base: memoryBlock, length: blockLength, allocate: allocate, release: release)
  if flags & kCMBlockBufferAssureMemoryNowFlag != 0, !block.assureMemory() {
    return kCMBlockBufferBlockAllocationFailedErr
  }
  theBuffer.append(CMBlockBuffer.Piece(block: block, offset: offsetToData, length: dataLength))
  return kCMBlockBufferNoErr
}

/// Appends a reference to a range of another buffer; a `dataLength` of 0 means all from the offset.
///
/// The reference is to the memory that the other buffer has now. Bytes that are appended to it later are not included.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  if targetBBuf.isEmpty {
    let permits = flags & kCMBlockBufferPermitEmptyReferenceFlag != 0
    return permits && offsetToData == 0 && dataLength == 0 ? kCMBlockBufferNoErr : kCMBlockBufferEmptyBBufErr
  }
  guard offsetToData >= 0, offsetToData < targetBBuf.dataLength else { return kCMBlockBufferBadOffsetParameterErr }
  let length = dataLength == 0 ? targetBBuf.dataLength - offsetToData : dataLength
  guard length > 0, length <= targetBBuf.dataLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
  theBuffer.append(targetBBuf.pieces(offset: offsetToData, length: length))
  return kCMBlockBufferNoErr
}

/// Allocates the memory that is still to be allocated.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
  if theBuffer.isEmpty { return kCMBlockBufferEmptyBBufErr }
  return theBuffer.pieces.allSatisfy { $0.block.assureMemory() }
    ? kCMBlockBufferNoErr : kCMBlockBufferBlockAllocationFailedErr
}
