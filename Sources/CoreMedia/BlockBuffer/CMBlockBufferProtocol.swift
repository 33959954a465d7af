public import CoreGraphics

/// Bytes of a block buffer: all of them, or a slice.
public protocol CMBlockBufferProtocol {
  /// The buffer itself, or the buffer that a slice is part of.
  var owner: CMBlockBuffer { get }
  /// The offset of the first byte in the owner.
  var startIndex: Int { get }
  /// The offset in the owner just after the last byte.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// The buffer itself, which owns its bytes.
  public var owner: CMBlockBuffer { self }
  public var startIndex: Int { 0 }
  public var endIndex: Int { dataLength }

  /// A range of a buffer's bytes, without a copy.
  public struct Slice: CMBlockBufferProtocol, Sendable {
    public let owner: CMBlockBuffer
    public let startIndex: Int
    public let endIndex: Int
  }
}

extension CMBlockBufferProtocol {
  /// The number of bytes.
  public var dataLength: Int { endIndex - startIndex }

  /// A Boolean value that says whether the bytes are contiguous in allocated memory.
  public var isContiguous: Bool { owner.contiguousBytes(offset: startIndex, length: dataLength) != nil }

  /// The bytes of a range of the owner's offsets, which must lie within these bytes.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex, "range out of bounds")
    return CMBlockBuffer.Slice(owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
  }

  /// The bytes of a range of the owner's offsets, its end included.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice { self[Range(bounds)] }
  /// The bytes from an offset in the owner on.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice { self[bounds.lowerBound..<endIndex] }
  /// The bytes before an offset in the owner.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice { self[startIndex..<bounds.upperBound] }
  /// The bytes up to an offset in the owner, that byte included.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice { self[startIndex...bounds.upperBound] }
  /// All the bytes, as a slice.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice { self[startIndex..<endIndex] }

  /// Returns a copy of the bytes.
  ///
  /// - Throws: `CMBlockBuffer.Error.unallocatedBlock` where memory is still to be allocated.
  public func dataBytes() throws -> Data {
    var data = Data(count: dataLength)
    try data.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
    return data
  }

  /// Copies the bytes to `destination`.
  ///
  /// - Throws: `CMBlockBuffer.Error.insufficientSpace` when they do not fit, and `CMBlockBuffer.Error.unallocatedBlock`
  ///   where memory is still to be allocated.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard destination.count >= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
    guard dataLength > 0, let base = destination.baseAddress else { return }
    try check(CMBlockBufferCopyDataBytes(owner, atOffset: startIndex, dataLength: dataLength, destination: base))
  }

  /// Overwrites the first bytes, allocating memory that is still to be allocated.
  ///
  /// - Throws: `CMBlockBuffer.Error.insufficientSpace` if there are more new bytes than the buffer has, and
  ///   `CMBlockBuffer.Error.blockAllocationFailed` where memory cannot be allocated.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
    guard let base = sourceBytes.baseAddress, sourceBytes.count > 0 else { return }
    try check(
      CMBlockBufferReplaceDataBytes(
        with: base, blockBuffer: owner, offsetIntoDestination: startIndex, dataLength: sourceBytes.count))
  }

  /// Sets every byte to one value, allocating memory that is still to be allocated.
  ///
  /// - Throws: `CMBlockBuffer.Error.blockAllocationFailed` where memory cannot be allocated.
  public func fillDataBytes(with fillByte: UInt8) throws {
    guard dataLength > 0 else { return }
    try check(
      CMBlockBufferFillDataBytes(
        with: CChar(bitPattern: fillByte), blockBuffer: owner, offsetIntoDestination: startIndex,
        dataLength: dataLength))
  }

  /// Returns a buffer whose bytes lie together: a reference where these do, else a copy. With `.alwaysCopyData` it is
  /// always a copy.
  ///
  /// - Throws: `CMBlockBuffer.Error.badLengthParameter` for an empty slice of a buffer that has bytes, and
  ///   `CMBlockBuffer.Error.emptyBlockBuffer` for a buffer without any. Where a copy is made,
  ///   `CMBlockBuffer.Error.unallocatedBlock` when memory of the bytes is still to be allocated, and
  ///   `CMBlockBuffer.Error.blockAllocationFailed` when the memory of the copy cannot be allocated.
  public func makeContiguous(
    allocator: CFAllocator? = kCFAllocatorDefault, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(allocator: allocator, source: nil, flags: flags)
  }

  /// Returns a buffer whose bytes lie together, as above; a copy is in memory that the closures allocate and free.
  ///
  /// - Throws: the errors of `makeContiguous(allocator:flags:)`.
  public func makeContiguous(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(
      allocator: nil, source: CMBlockBufferCustomBlockSource(allocator: allocator, deallocator: deallocator),
      flags: flags)
  }

  private func makeContiguous(
    allocator: CFAllocator?, source: CMBlockBufferCustomBlockSource?, flags: CMBlockBuffer.Flags
  ) throws -> CMBlockBuffer {
    // A length of 0 would mean all of the owner.
    guard dataLength > 0 || owner.isEmpty else { throw CMBlockBuffer.Error.badLengthParameter }
    var buffer: CMBlockBuffer?
    try check(
      withOptionalPointer(to: source) {
        CMBlockBufferCreateContiguous(
          allocator: nil, sourceBuffer: owner, blockAllocator: allocator, customBlockSource: $0,
          offsetToData: startIndex, dataLength: dataLength, flags: flags.rawValue, blockBufferOut: &buffer)
      })
    guard let buffer else { throw CMBlockBuffer.Error.structureAllocationFailed }
    return buffer
  }

  /// Lends the bytes as contiguous memory: the bytes themselves if they are contiguous, else a copy that exists as long
  /// as `body` runs.
  ///
  /// - Throws: `CMBlockBuffer.Error.unallocatedBlock` where memory is still to be allocated, and what `body` throws.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    if dataLength == 0 { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    if let bytes = owner.contiguousBytes(offset: startIndex, length: dataLength) {
      return try withExtendedLifetime(owner) { try body(UnsafeRawBufferPointer(bytes)) }
    }
    return try dataBytes().withUnsafeBytes(body)
  }

  /// Calls `withContiguousStorage`; the tree's own modules use this name.
  package func withContiguousBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try withContiguousStorage(body)
  }
}

/// Calls `body` with a pointer to a value, or with `nil` if the value is `nil`.
func withOptionalPointer<T, R>(to value: T?, _ body: (UnsafePointer<T>?) throws -> R) rethrows -> R {
  guard let value else { return try body(nil) }
  return try withUnsafePointer(to: value) { try body($0) }
}
