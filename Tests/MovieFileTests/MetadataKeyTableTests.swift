import Foundation
import MovieFile
import TestSupport
import Testing

@Suite("Tables of metadata keys")
struct MetadataKeyTableTests {
  static var table: MetadataKeyTable {
    var plain = MetadataKeyTable.Key(
      localID: 1, namespace: "mdta", value: Array("com.apple.quicktime.video-orientation".utf8))
    plain.dataType = .wellKnown(66)
    var full = MetadataKeyTable.Key(localID: 0x7374_7566, namespace: "mdta", value: Array("com.example".utf8))
    full.dataType = .named("com.example.type")
    full.conformingTypes = [.wellKnown(1)]
    full.language = "pt-BR"
    full.others = [OpaqueBox("sdpd", [0, 0, 0, 12, 0x73, 0x64, 0x70, 0x69, 0, 0, 0, 1])]
    full.setup = [1, 2, 3]
    return MetadataKeyTable([plain, full])
  }

  /// QuickTime File Format, "Metadata key atom": the bytes of a key, written by hand.
  @Test func `a key has the layout that the specification has for it`() {
    var key = MetadataKeyTable.Key(localID: 1, namespace: "mdta", value: Array("x".utf8))
    key.dataType = .wellKnown(66)
    #expect(
      MetadataKeyTable([key]).serialized() == [0, 0, 0, 37, 0, 0, 0, 1]
        + [0, 0, 0, 13] + Array("keydmdtax".utf8)
        + [0, 0, 0, 16] + Array("dtyp".utf8) + [0, 0, 0, 0, 0, 0, 0, 66])
  }

  @Test func `what is written is read`() throws {
    #expect(try MetadataKeyTable(parsing: Self.table.serialized()) == Self.table)
  }

  @Test func `a table that is cut anywhere is an error or shorter, never a trap`() {
    let bytes = Self.table.serialized()
    for count in 0..<bytes.count {
      if let table = try? MetadataKeyTable(parsing: Array(bytes.prefix(count))) { #expect(table.keys.count < 2) }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0xFF
      _ = try? MetadataKeyTable(parsing: damaged)
    }
  }

  @Test(.enabled(if: Files.hasShared))
  func `a camera's tables are read, and written as they were`() throws {
    let movie = try Movie(path: Files.shared("mov/ios9.mov"))
    let entries = movie.tracks.flatMap(\.sampleEntries).filter { $0.format == "mebx" }
    #expect(!entries.isEmpty)
    for entry in entries {
      guard case .other(let payload) = entry.fields else { continue }
      let box = try #require(try ByteReader(payload, boxType: "mebx").firstBox("keys"))
      let table = try MetadataKeyTable(parsing: box.payload)
      #expect(!table.keys.isEmpty)
      #expect(table.keys.allSatisfy { $0.dataType != nil })
      #expect(try MetadataKeyTable(parsing: table.serialized()) == table)
      #expect(table.serialized().count == box.payload.count)
    }
  }
}
