public import CoreGraphics

extension CMBlockBuffer {
  /// A closure that allocates memory of a size; it returns `nil` if it cannot.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// A closure that frees memory of a size; it is called once.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// Creates a buffer without bytes. The capacity and the flags have no effect.
  ///
  /// Throws nothing. It is declared as throwing because Apple's is.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init(pieces: []) }

  /// Creates a buffer of `length` bytes that are allocated when first needed, or at once with `.assureMemoryNow`.
  ///
  /// - Throws: the errors of `append(length:allocator:range:flags:)`.
  public convenience init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(length: length, allocator: allocator, range: range, flags: flags)
  }

  /// Creates a buffer of `length` bytes that one closure allocates when they are first needed and the other frees.
  ///
  /// - Throws: the errors of `append(length:allocator:deallocator:range:flags:)`.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
  }

  /// Creates a buffer over the client's memory, which the allocator frees.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Creates a buffer over a part of the client's memory; the allocator frees the whole of it.
  ///
  /// - Throws: the errors of `append(buffer:allocator:flags:)`.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Creates a buffer over the client's memory, which the closure frees.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Creates a buffer over a part of the client's memory; the closure frees the whole of it.
  ///
  /// - Throws: the errors of `append(buffer:deallocator:flags:)`.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Creates a buffer that refers to another buffer's bytes.
  ///
  /// - Throws: the errors of `append(bufferReference:flags:)`.
  public convenience init<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    self.init(pieces: [])
    try append(bufferReference: bufferReference, flags: flags)
  }

  /// Adds `length` bytes, or a range of them, allocated when first needed, or at once with `.assureMemoryNow`.
  ///
  /// - Throws: `Error.badLengthParameter` when `length` is not positive or the range ends beyond it,
  ///   `Error.badOffsetParameter` for a range that begins outside, `Error.blockAllocationFailed` when the memory is
  ///   wanted at once and cannot be allocated, and always for `kCFAllocatorNull`.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try append(memory: nil, length: length, allocator: allocator, source: nil, range: range, flags: flags)
  }

  /// Adds `length` bytes, or a range of them, that closures allocate and free.
  ///
  /// - Throws: `Error.badLengthParameter` when `length` is not positive or the range ends beyond it,
  ///   `Error.badOffsetParameter` for a range that begins outside, `Error.blockAllocationFailed` when the memory is
  ///   wanted at once and `allocator` returns `nil`.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    let source = CMBlockBufferCustomBlockSource(allocator: allocator, deallocator: deallocator)
    try append(memory: nil, length: length, allocator: nil, source: source, range: range, flags: flags)
  }

  /// Adds the client's memory, which the allocator frees with the last reference to it.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    try append(buffer: buffer[...], allocator: allocator, flags: flags)
  }

  /// Adds a part of the client's memory; the allocator frees the whole of it.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes, and `Error.badOffsetParameter` for a part that begins
  ///   at the memory's end.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    try append(
      memory: buffer.base.baseAddress, length: buffer.base.count, allocator: allocator, source: nil,
      range: buffer.startIndex..<buffer.endIndex, flags: flags)
  }

  /// Adds the client's memory, which the closure frees with the last reference to it.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    try append(buffer: buffer[...], deallocator: deallocator, flags: flags)
  }

  /// Adds a part of the client's memory; the closure frees the whole of it.
  ///
  /// - Throws: `Error.badLengthParameter` for memory of no bytes, and `Error.badOffsetParameter` for a part that begins
  ///   at the memory's end.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    try append(
      memory: buffer.base.baseAddress, length: buffer.base.count, allocator: nil,
      source: CMBlockBufferCustomBlockSource(allocator: { _ in nil }, deallocator: deallocator),
      range: buffer.startIndex..<buffer.endIndex, flags: flags)
  }

  /// Adds a reference to another buffer's bytes.
  ///
  /// - Throws: `Error.badLengthParameter` for an empty slice of a buffer that has bytes, and `Error.emptyBlockBuffer`
  ///   for a buffer without any, unless the flags have `.permitEmptyReference`.
  public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    let reference = bufferReference
    // A length of 0 would mean all of the owner.
    guard reference.dataLength > 0 || reference.owner.isEmpty else { throw Error.badLengthParameter }
    try check(
      CMBlockBufferAppendBufferReference(
        self, targetBBuf: reference.owner, offsetToData: reference.startIndex, dataLength: reference.dataLength,
        flags: flags.rawValue))
  }

  private func append(
    memory: UnsafeMutableRawPointer?, length: Int, allocator: CFAllocator?, source: CMBlockBufferCustomBlockSource?,
    range: Range<Int>?, flags: Flags
  ) throws {
    try check(
      withOptionalPointer(to: source) {
        CMBlockBufferAppendMemoryBlock(
          self, memoryBlock: memory, length: length, blockAllocator: allocator, customBlockSource: $0,
          offsetToData: range?.lowerBound ?? 0, dataLength: range?.count ?? length, flags: flags.rawValue)
      })
  }

  /// Allocates the memory that is still to be allocated.
  ///
  /// - Throws: `Error.emptyBlockBuffer` for a buffer without bytes, and `Error.blockAllocationFailed` where memory
  ///   cannot be allocated.
  public func assureBlockMemory() throws { try check(CMBlockBufferAssureBlockMemory(self)) }

  /// Lends the bytes that lie together from an offset, to be written, allocating memory that is still to be allocated.
  ///
  /// - Throws: `Error.emptyBlockBuffer` for a buffer without bytes, `Error.badOffsetParameter` for an offset outside,
  ///   `Error.blockAllocationFailed` where memory cannot be allocated, and what `body` throws.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    if isEmpty { throw Error.emptyBlockBuffer }
    guard let (piece, inner) = locate(offset) else { throw Error.badOffsetParameter }
    guard piece.block.assureMemory(), let base = piece.block.base else { throw Error.blockAllocationFailed }
    return try withExtendedLifetime(self) {
      try body(UnsafeMutableRawBufferPointer(start: base + piece.offset + inner, count: piece.length - inner))
    }
  }

  /// A number that identifies the class in the running program.
  public static var typeID: CFTypeID { CMBlockBufferGetTypeID() }
}

extension CMBlockBufferCustomBlockSource {
  /// A source that calls closures.
  init(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator
  ) {
    self.init(
      version: kCMBlockBufferCustomBlockSourceVersion, AllocateBlock: { _, size in allocator(size) },
      FreeBlock: { _, memory, size in deallocator(memory, size) }, refCon: nil)
  }
}
