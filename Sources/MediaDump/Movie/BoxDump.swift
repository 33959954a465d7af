import MediaSupport
import MovieFile

/// A writer of the tree of a file's boxes: type and size, and the fields of known boxes.
///
/// Only the counts of tables are written. Their contents are in the summary and in the samples' lines.
struct BoxDump {
  let outline: Outline
  let tellsBytes: Bool
  private let source: any ByteSource

  init(_ movie: MovieDump) {
    outline = movie.outline
    tellsBytes = movie.tellsBytes
    source = movie.source
  }

  /// The error that ends the walk when the limit of lines is reached.
  private struct Enough: Error {}

  /// - Throws: `MediaError(.damagedContainer)` for boxes that do not fit into each other, after the boxes before are
  ///   written.
  func write() throws {
    try outline.block("boxes") {
      var lines = 0
      var parents: [FourCC] = []
      var handler: FourCC?
      do {
        try BoxTree.walk(source) { node in
          lines += 1
          guard lines <= Limits.boxLines else { throw Enough() }
          parents.removeLast(max(0, parents.count - node.depth))
          outline.indented(node.depth) { write(node, in: parents.last, handler: &handler) }
          parents.append(node.type)
        }
      } catch is Enough {
        outline.line("and more than \(Limits.boxLines) boxes behind")
      }
    }
  }

  private func write(_ node: BoxTree.Node, in parent: FourCC?, handler: inout FourCC?) {
    let size = tellsBytes ? " \(node.size)" : ""
    guard var reader = node.contents else { return outline.line("\(node.type)\(size)") }
    let isFull = Self.fullBoxes.contains(node.type) && parent != "stsd" && parent != "wave"
    if isFull, let (version, flags) = try? reader.versionAndFlags() {
      outline.line("\(node.type)\(size) version \(version) flags \(Notation.hex(flags, digits: 6))")
    } else {
      outline.line("\(node.type)\(size)")
    }
    outline.indented(1) {
      do {
        switch parent {
        case "stsd": try writeChildren(ofEntry: reader, handler: handler)
        case "ilst": try writeItem(reader)
        case "udta": try writeUserText(reader, type: node.type)
        default: try writeFields(of: node, reader: reader, handler: &handler)
        }
      } catch {
        outline.damage(error)
      }
    }
  }

  /// Writes the boxes after the fields of a sample entry. The fields themselves are in the track's summary.
  private func writeChildren(ofEntry reader: ByteReader, handler: FourCC?) throws {
    var reader = reader
    switch handler {
    case "vide": try reader.skip(78)
    case "soun":
      try reader.skip(8)
      let version = try reader.u16()
      try reader.skip(18)
      // QuickTime's sound descriptions of version 1 and 2 are 16 and 36 bytes longer.
      if version == 1 { try reader.skip(16) }
      if version == 2 { try reader.skip(36) }
    default: return
    }
    var count = 0
    while let child = try reader.nextBox(), count < Limits.listItems {
      count += 1
      let bytes = child.contents.fileOffset + Int64(child.contents.remaining) - child.offset
      outline.line(tellsBytes ? "\(child.type) \(bytes)" : "\(child.type)")
    }
  }

  /// The boxes that begin with a version and flags. Boxes whose fields and children are not written are left out.
  private static let fullBoxes: Set<FourCC> = [
    "mvhd", "tkhd", "mdhd", "hdlr", "vmhd", "smhd", "nmhd", "sthd", "gmin", "elst", "elng", "dref", "url ", "urn ",
    "alis",
    "stsd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stps", "sdtp", "cslg", "sgpd", "sbgp",
    "mehd", "trex", "mfhd", "tfhd", "tfdt", "trun", "sidx", "keys", "clef", "prof", "enof", "mfro", "tfra", "esds",
  ]
}
