/// A walk over all boxes of a file, for displaying them.
///
/// It only enters boxes that are known to contain others, never `mdat`, and no deeper than `largestDepth`.
package struct BoxTree {
  package struct Node: Sendable {
    package var type: FourCC
    package var offset: Int64
    package var size: Int64
    /// The depth of the box; 0 at the top level.
    package var depth: Int
    /// The bytes after the header; `nil` for top-level boxes that are not read (media data, fillers).
    package var contents: ByteReader?
  }

  /// The greatest depth. `moov/trak/mdia/minf/stbl/stsd/mp4a/wave/esds` and the like are 9 deep.
  static let largestDepth = 16

  /// The boxes whose payload consists only of boxes.
  private static let containers: Set<FourCC> = [
    "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "mvex", "moof", "traf", "mfra", "tref", "gmhd",
    "tapt", "ilst", "wave", "sinf", "schi", "----",
  ]

  /// The number of bytes before the children in boxes that have fields and children.
  private static let fieldSizes: [FourCC: Int] = ["stsd": 8, "dref": 8]

  /// Calls `visit` for every box, parents first. Throws `.damagedContainer` for a box that does not fit into its
  /// parent, after visiting the boxes before it.
  package static func walk(_ source: any ByteSource, _ visit: (Node) throws -> Void) throws {
    var boxes = FileBoxes(source)
    while let entry = try boxes.next() {
      let isIndex = containers.contains(entry.type) || ["ftyp", "meta", "sidx", "uuid"].contains(entry.type)
      guard isIndex, !entry.isCut, entry.size <= FileBoxes.largestIndex else {
        try visit(Node(type: entry.type, offset: entry.offset, size: entry.size, depth: 0, contents: nil))
        continue
      }
      let box = try source.readIndexBox(entry)
      try walk(box, size: entry.size, depth: 0, visit)
    }
  }

  private static func walk(_ box: Box, size: Int64, depth: Int, _ visit: (Node) throws -> Void) throws {
    try visit(Node(type: box.type, offset: box.offset, size: size, depth: depth, contents: box.contents))
    guard depth < largestDepth, var children = try childrenReader(of: box) else { return }
    while let child = try children.nextBox() {
      let childSize = child.contents.fileOffset + Int64(child.contents.remaining) - child.offset
      try walk(child, size: childSize, depth: depth + 1, visit)
    }
  }

  /// Returns a reader at the first child; `nil` for a box without children.
  private static func childrenReader(of box: Box) throws -> ByteReader? {
    var reader = box.contents
    if containers.contains(box.type) { return box.type == "tref" ? nil : reader }
    if let fields = fieldSizes[box.type] {
      try reader.skip(fields)
      return reader
    }
    guard box.type == "meta", reader.remaining >= 8 else { return nil }
    // ISO's meta is a full box; QuickTime's has its first child where ISO's has the version.
    var probe = reader
    try probe.skip(4)
    if try probe.fourCC() != "hdlr" { try reader.skip(4) }
    return reader
  }
}
