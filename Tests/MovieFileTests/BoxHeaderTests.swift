import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// The sizes that a box can state, at the top level of a file and in another box.
@Suite struct BoxHeaderTests {
  /// A box with 24 bytes of payload.
  private static func box(_ size: UInt32, _ type: String, wideSize: UInt64? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: size.bigEndian) { bytes.append(contentsOf: $0) }
    bytes += Array(type.utf8)
    if let wideSize { withUnsafeBytes(of: wideSize.bigEndian) { bytes.append(contentsOf: $0) } }
    return bytes + [UInt8](repeating: 0, count: 24)
  }

  private static func inFile(_ bytes: [UInt8]) throws -> FileBoxes.Entry? {
    var boxes = FileBoxes(MemorySource(bytes))
    return try boxes.next()
  }

  /// The number of bytes of the payload of a child with a type; `nil` where the list ends before it.
  private static func inBox(_ bytes: [UInt8], _ type: FourCC) throws -> Int? {
    let loaded = try ByteReader(bytes, boxType: "moov").firstBox(type).map { $0.payload.count }
    let whole = SourceBox(type: "moov", offset: 0, contents: 0..<Int64(bytes.count), in: MemorySource(bytes))
    #expect(try whole.firstBox(type).map { $0.contents.count } == loaded)
    return loaded
  }

  @Test func `a size of 0 is the rest of a file, and the end of the boxes in another`() throws {
    let bytes = Self.box(0, "free")
    let entry = try #require(try Self.inFile(bytes))
    #expect(entry.isOpen && !entry.isCut && entry.size == 32 && entry.headerSize == 8)
    #expect(try Self.inBox(bytes, "free") == nil)
  }

  @Test func `a size of 1 announces one of 64 bits`() throws {
    let bytes = Self.box(1, "free", wideSize: 40)
    let entry = try #require(try Self.inFile(bytes))
    #expect(!entry.isOpen && !entry.isCut && entry.size == 40 && entry.headerSize == 16)
    #expect(try Self.inBox(bytes, "free") == 24)
  }

  @Test func `a box beyond the end is cut in a file, and damage in another box`() throws {
    for bytes in [Self.box(33, "free"), Self.box(1, "free", wideSize: 1 << 40)] {
      #expect(try Self.inFile(bytes)?.isCut == true)
      #expect(throws: MediaError.self) { try ByteReader(bytes, boxType: "moov").firstBox("free") }
    }
  }

  @Test func `a size below that of the header ends the boxes of a file, and is damage in another box`() throws {
    for bytes in [Self.box(7, "free"), Self.box(1, "free", wideSize: 15)] {
      #expect(try Self.inFile(bytes) == nil)
      #expect(throws: MediaError.self) { try ByteReader(bytes, boxType: "moov").firstBox("free") }
    }
  }

  @Test func `a start code is no box of a file, whatever follows it`() throws {
    #expect(try Self.inFile([0, 0, 0, 1, 0x67, 0x64, 0, 0x1F] + [UInt8](repeating: 0xFF, count: 24)) == nil)
    #expect(try Self.inFile([0, 0, 0, 1, 0x67, 0x64, 0, 0x1F]) == nil)
    #expect(throws: MediaError.self) { try Self.inFile([0, 0, 0, 1] + Array("mdat".utf8)) }
  }

  @Test func `the type of a uuid box is not payload in another box`() throws {
    let bytes = Self.box(32, "uuid")
    #expect(try Self.inFile(bytes)?.headerSize == 8)
    #expect(try Self.inBox(bytes, "uuid") == 8)
  }
}
