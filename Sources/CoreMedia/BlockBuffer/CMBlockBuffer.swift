internal import CoreVideo

/// Bytes in one or more pieces of memory. Combining buffers copies no bytes.
///
/// The pieces' memory is shared by all buffers that refer to it. It is freed, or returned to its owner, when the last
/// of these buffers is released. A buffer may be passed from thread to thread; while one thread appends to it or writes
/// its bytes, no other may use it, as with Apple's.
public final class CMBlockBuffer: @unchecked Sendable {
  /// A range of a block.
  struct Piece {
    var block: MemoryBlock
    var offset: Int
    var length: Int
  }

  private(set) var pieces: [Piece]

  /// The number of bytes in the buffer.
  public private(set) var dataLength: Int

  var storedAttachments = Attachments()

  init(pieces: [Piece] = []) {
    self.pieces = pieces
    dataLength = pieces.reduce(0) { $0 + $1.length }
  }

  /// Creates a buffer over bytes of another object, without a copy.
  ///
  /// `owner` is released when the last buffer that refers to the bytes goes, and is `nil` only where there are no
  /// bytes. Code that writes through the buffer writes the owner's memory.
  package convenience init(bytes: UnsafeRawBufferPointer, owner: AnyObject?) {
    guard let base = bytes.baseAddress, bytes.count > 0, let owner else {
      self.init()
      return
    }
    let block = MemoryBlock(base: UnsafeMutableRawPointer(mutating: base), length: bytes.count, owner: owner)
    self.init(pieces: [Piece(block: block, offset: 0, length: bytes.count)])
  }

  /// A Boolean value that says whether the buffer has no bytes at all, not even unallocated ones.
  public var isEmpty: Bool { pieces.isEmpty }

  func append(_ piece: Piece) {
    pieces.append(piece)
    dataLength += piece.length
  }

  func append(_ more: [Piece]) { more.forEach { append($0) } }

  /// Returns the pieces of a range, which must lie within the buffer.
  func pieces(offset: Int, length: Int) -> [Piece] {
    if offset == 0, length == dataLength { return pieces }
    var result: [Piece] = []
    var start = 0
    for piece in pieces {
      let end = start + piece.length
      let low = max(start, offset)
      let high = min(end, offset + length)
      if low < high {
        result.append(Piece(block: piece.block, offset: piece.offset + low - start, length: high - low))
      }
      start = end
    }
    return result
  }

  /// Returns the piece that holds the byte at `offset`, and the byte's offset in it; `nil` beyond the end.
  func locate(_ offset: Int) -> (piece: Piece, offset: Int)? {
    guard offset >= 0 else { return nil }
    var start = 0
    for piece in pieces {
      if offset < start + piece.length { return (piece, offset - start) }
      start += piece.length
    }
    return nil
  }

  /// Returns a buffer in which the bytes of each of a number of equal parts are contiguous: this buffer if that is so
  /// already, else a copy.
  ///
  /// The bytes do not move as long as the buffer exists, and pointers to them may be kept with it. Those that
  /// `withContiguousStorage` lends may be a copy that is freed earlier.
  ///
  /// - Throws: `CMBlockBuffer.Error.unallocatedBlock` where memory of the bytes is still to be allocated, and
  ///   `CMBlockBuffer.Error.blockAllocationFailed` when that of the copy cannot be allocated.
  package func gathered(partCount: Int = 1) throws -> CMBlockBuffer {
    let length = dataLength / partCount
    let isGathered = (0..<partCount).allSatisfy { contiguousBytes(offset: $0 * length, length: length) != nil }
    return length == 0 || isGathered ? self : try makeContiguous()
  }

  /// Returns the bytes of a range, or `nil` if they are not contiguous in allocated memory.
  package func contiguousBytes(offset: Int, length: Int) -> UnsafeMutableRawBufferPointer? {
    guard let (piece, inner) = locate(offset), piece.length - inner >= length, let base = piece.block.base else {
      return nil
    }
    return UnsafeMutableRawBufferPointer(start: base + piece.offset + inner, count: length)
  }
}

extension CMBlockBuffer: Hashable {
  /// Two buffers are equal when they are the same object.
  public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
