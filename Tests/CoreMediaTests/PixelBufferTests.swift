import CoreGraphics
import CoreVideo
import Testing

@Suite struct PixelBufferTests {
  private func create(
    _ format: OSType, _ width: Int, _ height: Int, _ attributes: [String: Any] = [:]
  ) -> (CVPixelBuffer?, CVReturn) {
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(nil, width, height, format, attributes as CFDictionary, &buffer)
    return (buffer, status)
  }

  @Test func `odd sizes round chroma up and align rows`() throws {
    let buffer = try #require(create(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 101, 51).0)
    #expect(CVPixelBufferIsPlanar(buffer))
    #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 51)
    #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 26)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 128)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 128)
    #expect(CVPixelBufferGetDataSize(buffer) == 128 * 51 + 128 * 26)
    let first = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
    let second = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    #expect(second - first == 128 * 51)
    #expect(Int(bitPattern: first) % 64 == 0)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil)
  }

  @Test(arguments: [
    (kCVPixelFormatType_32BGRA, 10, 64), (kCVPixelFormatType_24RGB, 100, 320), (kCVPixelFormatType_422YpCbCr8, 3, 64),
    (kCVPixelFormatType_422YpCbCr10, 48, 128), (kCVPixelFormatType_422YpCbCr10, 49, 256),
    (kCVPixelFormatType_1Monochrome, 513, 128), (kCVPixelFormatType_64RGBALE, 9, 128),
  ])
  func `a packed format has one plane with aligned rows`(format: OSType, width: Int, bytesPerRow: Int) throws {
    let buffer = try #require(create(format, width, 4).0)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == bytesPerRow)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(!CVPixelBufferIsPlanar(buffer))
  }

  @Test func `attributes align rows and extend the picture`() throws {
    let attributes: [String: Any] = [
      kCVPixelBufferBytesPerRowAlignmentKey as String: 16, kCVPixelBufferExtendedPixelsLeftKey as String: 4,
      kCVPixelBufferExtendedPixelsTopKey as String: UInt32(2), kCVPixelBufferExtendedPixelsRightKey as String: 1,
    ]
    let buffer = try #require(create(kCVPixelFormatType_32BGRA, 10, 10, attributes).0)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
    #expect(CVPixelBufferGetDataSize(buffer) == 64 * 12)
    var left = 0
    var top = 0
    CVPixelBufferGetExtendedPixels(buffer, &left, nil, &top, nil)
    #expect((left, top) == (4, 2))
  }

  @Test func `misuse has Apple's codes`() throws {
    #expect(create(kCVPixelFormatType_32BGRA, 0, 4).1 == kCVReturnInvalidSize)
    #expect(create(kCVPixelFormatType_32BGRA, 1 << 40, 4).1 == kCVReturnInvalidSize)
    #expect(create(0x3F3F_3F3F, 4, 4).1 == kCVReturnInvalidPixelFormat)
    let odd = [kCVPixelBufferBytesPerRowAlignmentKey as String: 3]
    #expect(create(kCVPixelFormatType_32BGRA, 4, 4, odd).1 == kCVReturnInvalidPixelBufferAttributes)
    let buffer = try #require(create(kCVPixelFormatType_32BGRA, 4, 4).0)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
  }

  @Test func `foreign planes of an unknown format are kept alive`() throws {
    let counter = ReleaseCounter()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 96, alignment: 16)
    defer { memory.deallocate() }
    var buffer: CVPixelBuffer? = CVPixelBuffer(
      format: 0x3F3F_3F3F, width: 8, height: 4,
      planes: [(memory, 16, 8, 4), (memory + 64, 8, 4, 2), (memory + 80, 8, 4, 2)],
      owner: ReleaseCounter.Owner(counter))
    #expect(try CVPixelBufferGetPlaneCount(#require(buffer)) == 3)
    #expect(try CVPixelBufferGetBaseAddressOfPlane(#require(buffer), 2) == memory + 80)
    #expect(counter.count == 0)
    buffer = nil
    #expect(counter.count == 1)
  }

  @Test func `rows of a client's memory that overlap, or are farther apart than memory, are refused`() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    var buffer: CVPixelBuffer?
    func create(_ distances: [Int], height: Int = 2) -> CVReturn {
      var bases: [UnsafeMutableRawPointer?] = [memory, memory + 32]
      var (widths, heights, rows) = ([4, 2], [4, height], distances)
      return CVPixelBufferCreateWithPlanarBytes(
        nil, 4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, 0, 2, &bases, &widths, &heights, &rows, nil,
        nil, nil, &buffer)
    }
    let planes = create([4, 4])
    #expect(planes == kCVReturnSuccess)
    let wrong: [[Int]] = [[3, 4], [4, 2], [0, 4], [4, -4], [Int.min, 4], [4, Int.max]]
    for distances in wrong {
      let status = create(distances)
      #expect(status == kCVReturnInvalidArgument, "\(distances)")
      #expect(buffer == nil)
    }
    let high = create([4, 4], height: Int.max)
    #expect(high == kCVReturnInvalidArgument)
    let bytes = CVPixelBufferCreateWithBytes(
      nil, 4, 4, kCVPixelFormatType_32BGRA, memory, Int.max, nil, nil, nil, &buffer)
    #expect(bytes == kCVReturnInvalidArgument)
  }

  @Test func `bytes are released once, and not when creation fails`() throws {
    let counter = ReleaseCounter()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    var buffer: CVPixelBuffer?
    let release: CVPixelBufferReleaseBytesCallback = { _, base in
      #expect(base == UnsafeRawPointer(memory))
      counter.release()
    }
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 8, release, nil, nil, &buffer) == kCVReturnInvalidArgument)
    #expect(counter.count == 0)
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 16, release, nil, nil, &buffer) == kCVReturnSuccess)
    buffer = nil
    #expect(counter.count == 1)
  }

  @Test func `attachments propagate by their mode`() throws {
    let source = try #require(create(kCVPixelFormatType_32BGRA, 4, 4).0)
    let destination = try #require(create(kCVPixelFormatType_32BGRA, 4, 4).0)
    CVBufferSetAttachment(
      source, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
    CVBufferSetAttachment(source, kCVImageBufferFieldCountKey, NSNumber(value: 2), .shouldNotPropagate)
    CVBufferPropagateAttachments(source, destination)
    var mode = CVAttachmentMode.shouldNotPropagate
    let value = CVBufferCopyAttachment(destination, kCVImageBufferColorPrimariesKey, &mode)
    #expect(value as? String == "ITU_R_709_2")
    #expect(mode == .shouldPropagate)
    #expect(!CVBufferHasAttachment(destination, kCVImageBufferFieldCountKey))
    #expect(CVBufferCopyAttachments(source, .shouldNotPropagate)?.count == 1)
    CVBufferRemoveAllAttachments(source)
    #expect(CVBufferCopyAttachments(source, .shouldPropagate) == nil)
  }

  @Test(arguments: Int32(0)...255)
  func `code points of colours come back as themselves or as an equivalent one`(codePoint: Int32) {
    let primaries = CVColorPrimariesGetStringForIntegerCodePoint(codePoint)?.takeUnretainedValue()
    #expect(CVColorPrimariesGetIntegerCodePointForString(primaries) == codePoint)
    let transfer = CVTransferFunctionGetStringForIntegerCodePoint(codePoint)?.takeUnretainedValue()
    #expect(
      CVTransferFunctionGetIntegerCodePointForString(transfer) == ([6: 1, 15: 14][codePoint] ?? codePoint))
    let matrix = CVYCbCrMatrixGetStringForIntegerCodePoint(codePoint)?.takeUnretainedValue()
    #expect(CVYCbCrMatrixGetIntegerCodePointForString(matrix) == ([5: 6][codePoint] ?? codePoint))
  }
}

@Suite struct PixelBufferPoolTests {
  private func pool(minimum: Int = 0) throws -> CVPixelBufferPool {
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 64,
      kCVPixelBufferHeightKey as String: 32.0,
    ]
    // An age that no test reaches: what is unused stays until it is flushed.
    let options: [String: Any] = [
      kCVPixelBufferPoolMinimumBufferCountKey as String: minimum,
      kCVPixelBufferPoolMaximumBufferAgeKey as String: 100_000,
    ]
    var pool: CVPixelBufferPool?
    #expect(
      CVPixelBufferPoolCreate(nil, options as CFDictionary, attributes as CFDictionary, &pool) == kCVReturnSuccess)
    return try #require(pool)
  }

  private func buffer(_ pool: CVPixelBufferPool, threshold: Int? = nil) -> (CVPixelBuffer?, CVReturn) {
    var buffer: CVPixelBuffer?
    let auxiliary = threshold.map { [kCVPixelBufferPoolAllocationThresholdKey as String: $0] as CFDictionary }
    let status = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, auxiliary, &buffer)
    return (buffer, status)
  }

  @Test func `memory is used again, and attachments are not`() throws {
    let pool = try pool()
    var first = buffer(pool).0
    let address = try CVPixelBufferGetBaseAddress(#require(first))
    try CVBufferSetAttachment(#require(first), kCVImageBufferFieldCountKey, NSNumber(value: 2), .shouldPropagate)
    first = nil
    let second = try #require(buffer(pool).0)
    #expect(CVPixelBufferGetBaseAddress(second) == address)
    #expect(!CVBufferHasAttachment(second, kCVImageBufferFieldCountKey))
  }

  @Test func `a threshold bounds allocations`() throws {
    let pool = try pool()
    var held = (0..<2).map { _ in buffer(pool, threshold: 2).0 }
    #expect(buffer(pool, threshold: 2).1 == kCVReturnWouldExceedAllocationThreshold)
    held.removeLast()
    #expect(buffer(pool, threshold: 2).1 == kCVReturnSuccess)
  }

  @Test func `flushing forgets what is unused`() throws {
    let pool = try pool(minimum: 2)
    for _ in 0..<2 { _ = buffer(pool) }
    #expect(buffer(pool, threshold: 1).1 == kCVReturnSuccess)
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    #expect(buffer(pool, threshold: 0).1 == kCVReturnWouldExceedAllocationThreshold)
  }

  @Test func `buffers outlive their pool`() throws {
    let kept: CVPixelBuffer
    do { kept = try #require(buffer(pool()).0) }
    CVPixelBufferGetBaseAddress(kept)?.storeBytes(of: 1, as: UInt8.self)
    #expect(CVPixelBufferGetWidth(kept) == 64)
  }

  @Test func `any thread may take buffers and give them back`() async throws {
    let pool = try pool()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<200 { _ = pool.makeBuffer() } }
      }
    }
    #expect(buffer(pool, threshold: 9).1 == kCVReturnSuccess)
  }
}
