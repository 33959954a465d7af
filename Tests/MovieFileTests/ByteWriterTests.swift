import Testing

@testable import MovieFile

/// Boxes with tables whose rows are made where the bytes are taken.
@Suite struct ByteWriterTests {
  private func box(rows count: Int) -> ByteWriter {
    var writer = ByteWriter()
    writer.box("moov") { moov in
      moov.fullBox("stss") { box in
        box.u32(UInt32(count))
        box.rows(0..<count, count: count, size: 4) { $0.u32(UInt32($1)) }
      }
      moov.fullBox("sdtp") { $0.rows(0..<count, count: count, size: 1) { $0.u8(UInt8(truncatingIfNeeded: $1)) } }
      moov.box("free") { $0.zeros(3) }
    }
    return writer
  }

  @Test(arguments: [0, 1, 1000, 100_000]) func `rows are where they were written`(count: Int) throws {
    let writer = box(rows: count)
    #expect(writer.bytes.count == writer.count)
    var reader = ByteReader(writer.bytes, boxType: "file")
    let moov = try #require(try reader.nextBox()?.contents)
    #expect(reader.isAtEnd)
    var table = try #require(try moov.firstBox("stss")?.contents)
    try table.skip(8)
    for row in 0..<count where try table.u32() != row { Issue.record("row \(row) is another") }
    #expect(table.isAtEnd)
    var bytes = try #require(try moov.firstBox("sdtp")?.contents)
    try bytes.skip(4)
    #expect(bytes.rest() == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try moov.firstBox("free")?.payload == [0, 0, 0])
  }

  @Test func `a piece is small, however large the table is`() {
    let writer = box(rows: 1_000_000)
    var bytes: [UInt8] = []
    writer.forEachPiece { piece in
      #expect(piece.count <= 128 << 10)
      bytes.append(contentsOf: piece)
    }
    #expect(bytes.count == 1_000_000 * 5 + 8 + 16 + 12 + 11)
    #expect(bytes == writer.bytes)
  }
}
