public import CoreGraphics

extension CMBlockBuffer {
  /// A closure that allocates memory of a size; it returns `nil` if it cannot.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// A closure that frees memory of a size; it is called once.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// Creates a buffer without bytes.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init(pieces: []) }

  /// Creates a buffer of `length` bytes that are allocated when first needed, or at once with `.assureMemoryNow`.
  public convenience init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(length: length, allocator: allocator, range: range, flags: flags)
  }

  /// Creates a buffer of `length` bytes that one closure allocates when they are first needed and the other frees.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
  }

  /// Creates a buffer over the client's memory, which the allocator frees.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Creates a buffer over a part of the client's memory; the allocator frees the whole of it.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Creates a buffer over the client's memory, which the closure frees.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Creates a buffer over a part of the client's memory; the closure frees the whole of it.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    self.init(pieces: [])
    try append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Creates a buffer that refers to another buffer's bytes.
  public convenience init<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    self.init(pieces: [])
    try append(bufferReference: bufferReference, flags: flags)
  }

  /// Adds `length` bytes, or a range of them, allocated when first needed.
  ///
  /// Throws `badLengthParameter` where there are no bytes to add, and `badOffsetParameter` for a range that begins
  /// outside.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try append(memory: nil, length: length, allocator: allocator, source: nil, range: range, flags: flags)
  }

  /// Adds `length` bytes, or a range of them, that closures allocate and free.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    let source = CMBlockBufferCustomBlockSource(allocator: allocator, deallocator: deallocator)
    try append(memory: nil, length: length, allocator: nil, source: source, range: range, flags: flags)
  }

  /// Adds the client's memory, which the allocator frees with the last reference to it.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    try append(buffer: buffer[...], allocator: allocator, flags: flags)
  }

  /// Adds a part of the client's memory; the allocator frees the whole of it.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    try append(
      memory: buffer.base.baseAddress, length: buffer.base.count, allocator: allocator, source: nil,
      range: buffer.startIndex..<buffer.endIndex, flags: flags)
  }

  /// Adds the client's memory, which the closure frees with the last reference to it.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    try append(buffer: buffer[...], deallocator: deallocator, flags: flags)
  }

  /// Adds a part of the client's memory; the closure frees the whole of it.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    try append(
      memory: buffer.base.baseAddress, length: buffer.base.count, allocator: nil,
      source: CMBlockBufferCustomBlockSource(allocator: { _ in nil }, deallocator: deallocator),
      range: buffer.startIndex..<buffer.endIndex, flags: flags)
  }

  /// Adds a reference to another buffer's bytes; throws `badLengthParameter` for an empty slice of a buffer that has
  /// bytes.
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
  /// Throws `emptyBlockBuffer` without bytes, and `blockAllocationFailed` where an allocator gives nothing.
  public func assureBlockMemory() throws { try check(CMBlockBufferAssureBlockMemory(self)) }

  /// Lends the bytes that lie together from an offset, to be written, allocating memory that is still to be allocated.
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
