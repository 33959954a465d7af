import MediaSupport

extension FileBoxes {
  /// Returns the end of the complete part of a movie file to which fragments may still be added.
  ///
  /// A fragment belongs to that part if all of its index and all of its media exist: everything after it is still being
  /// written. A file without fragments counts as complete.
  ///
  /// - Throws: `.inputOutput`, `.damagedContainer` for an absurd number of boxes.
  package static func completeEnd(of source: any ByteSource) throws -> Int64 {
    // The offset of a fragment whose media was not found yet.
    var incomplete: Int64?
    var hasFragments = false
    var end: Int64 = 0
    var boxes = FileBoxes(source)
    while let entry = try boxes.next() {
      switch entry.type {
      case "moof":
        hasFragments = true
        incomplete = incomplete ?? entry.offset
        if entry.isCut { return entry.offset }
      case "mdat" where hasFragments:
        // The size of a box without a stated end is filled in when its media is written.
        if entry.isCut || entry.isOpen { return incomplete ?? entry.offset }
        incomplete = nil
      default:
        if hasFragments, entry.isCut { return incomplete ?? entry.offset }
      }
      end = entry.offset + min(entry.size, source.byteCount - entry.offset)
    }
    // Fewer bytes than a box header are the beginning of one.
    let hasBeginning = end > 0 && source.byteCount - end < 8
    return incomplete ?? (hasFragments || hasBeginning ? end : source.byteCount)
  }
}
