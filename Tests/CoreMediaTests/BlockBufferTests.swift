import CoreGraphics
import CoreMedia
import Testing

@Suite struct BlockBufferTests {
  /// 4 + 4 bytes in two blocks, 0...7 in value.
  private func twoPieces() throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: 4, flags: .assureMemoryNow)
    try buffer.append(length: 4, flags: .assureMemoryNow)
    try Array<UInt8>(0..<8).withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  @Test func `foreign bytes are not copied, and are released once`() throws {
    let counter = ReleaseCounter()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
    defer { memory.deallocate() }
    var buffer: CMBlockBuffer? = CMBlockBuffer(
      bytes: UnsafeRawBufferPointer(memory), owner: ReleaseCounter.Owner(counter))
    var reference: CMBlockBuffer? = try CMBlockBuffer(bufferReference: #require(buffer)[4..<8])
    try reference?.withContiguousBytes { #expect($0.baseAddress == UnsafeRawPointer(memory.baseAddress! + 4)) }
    buffer = nil
    #expect(counter.count == 0)
    #expect(reference?.dataLength == 4)
    reference = nil
    #expect(counter.count == 1)
  }

  @Test func `a custom source allocates when bytes are needed, and frees once`() throws {
    let counter = ReleaseCounter()
    let allocations = ReleaseCounter()
    do {
      let buffer = try CMBlockBuffer(
        length: 8,
        allocator: { size in
          allocations.release()
          return .allocate(byteCount: size, alignment: 8)
        },
        deallocator: { memory, size in
          #expect(size == 8)
          memory.deallocate()
          counter.release()
        })
      #expect(allocations.count == 0)
      #expect(
        CMBlockBufferGetDataPointer(
          buffer, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil)
          == kCMBlockBufferUnallocatedBlockErr)
      try buffer.fillDataBytes(with: 7)
      #expect(allocations.count == 1)
      #expect(try buffer.dataBytes() == Data(repeating: 7, count: 8))
    }
    #expect(counter.count == 1)
  }

  @Test func `pieces read as one`() throws {
    let buffer = try twoPieces()
    #expect(buffer.dataLength == 8)
    #expect(!buffer.isContiguous)
    #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: 4, length: 4))
    #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 3, length: 2))
    #expect(try buffer[2..<6].dataBytes() == Data([2, 3, 4, 5]))
    let contiguous = try buffer[2..<6].makeContiguous()
    #expect(contiguous.isContiguous)
    #expect(try contiguous.dataBytes() == Data([2, 3, 4, 5]))
    var length = 0
    var total = 0
    var pointer: UnsafeMutablePointer<CChar>?
    #expect(
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 5, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: &pointer) == 0)
    #expect((length, total) == (3, 8))
    #expect(pointer?.pointee == 5)
  }

  @Test func `a contiguous source is referred to unless a copy is asked for`() throws {
    let buffer = try CMBlockBuffer(length: 8, flags: .assureMemoryNow)
    try buffer.fillDataBytes(with: 1)
    let reference = try buffer.makeContiguous()
    let copy = try buffer.makeContiguous(flags: .alwaysCopyData)
    try buffer.fillDataBytes(with: 2)
    #expect(try reference.dataBytes() == Data(repeating: 2, count: 8))
    #expect(try copy.dataBytes() == Data(repeating: 1, count: 8))
  }

  @Test func `bytes are gathered where a part of them does not lie together`() throws {
    let buffer = try twoPieces()
    #expect(try buffer.gathered(partCount: 2) === buffer)
    for partCount in [1, 4] {
      let gathered = try buffer.gathered(partCount: partCount)
      #expect((gathered === buffer) == (partCount == 4))
      #expect(try gathered.dataBytes() == Data(Array<UInt8>(0..<8)))
    }
    #expect(try buffer.gathered().isContiguous)
    let empty = try CMBlockBuffer(capacity: 0)
    #expect(try empty.gathered() === empty)
    #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try CMBlockBuffer(length: 8).gathered() }
  }

  @Test func `access uses the temporary block only across pieces`() throws {
    let buffer = try twoPieces()
    var temporary = [UInt8](repeating: 0, count: 8)
    temporary.withUnsafeMutableBytes { block in
      var pointer: UnsafeMutablePointer<CChar>?
      let base = block.baseAddress!
      #expect(
        CMBlockBufferAccessDataBytes(
          buffer, atOffset: 3, length: 2, temporaryBlock: base, returnedPointerOut: &pointer) == 0)
      #expect(pointer.map(UnsafeMutableRawPointer.init) == base)
      #expect(pointer?[0] == 3 && pointer?[1] == 4)
      #expect(
        CMBlockBufferAccessDataBytes(
          buffer, atOffset: 0, length: 4, temporaryBlock: base, returnedPointerOut: &pointer) == 0)
      #expect(pointer.map(UnsafeMutableRawPointer.init) != base)
    }
  }

  @Test func `misuse has Apple's codes`() throws {
    let buffer = try twoPieces()
    var byte: UInt8 = 0
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 9, dataLength: 1, destination: &byte)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 4, dataLength: 5, destination: &byte)
        == kCMBlockBufferBadLengthParameterErr)
    for offset in [Int.min, -1, 9, .max] {
      // No length means all from the offset.
      #expect(
        CMBlockBufferFillDataBytes(with: 1, blockBuffer: buffer, offsetIntoDestination: offset, dataLength: 0)
          == kCMBlockBufferBadOffsetParameterErr, "\(offset)")
    }
    #expect(
      CMBlockBufferCopyDataBytes(
        CMBlockBuffer(bytes: .init(start: nil, count: 0), owner: buffer), atOffset: 0, dataLength: 1, destination: &byte
      )
        == kCMBlockBufferEmptyBBufErr)
    #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 0) }
    #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) {
      try CMBlockBuffer(bufferReference: CMBlockBuffer(capacity: 4))
    }
    var source = CMBlockBufferCustomBlockSource()
    source.version = 1
    var out: CMBlockBuffer?
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: &source,
        offsetToData: 0, dataLength: 4, flags: 0, blockBufferOut: &out) == kCMBlockBufferBadCustomBlockSourceErr)
  }
}
