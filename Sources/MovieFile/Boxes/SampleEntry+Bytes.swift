/// A sample entry by itself, outside any file: what travels with samples that are copied from one file to another.
extension SampleEntry {
  /// The whole box in the form that `fileFormat` has for it.
  package func serialized(in fileFormat: FileFormat) -> [UInt8] {
    var writer = ByteWriter()
    write(to: &writer, in: fileFormat)
    return writer.bytes
  }

  /// Reads one entry, the box with its size and type.
  ///
  /// - Parameter isQuickTime: it is a QuickTime movie's sample description; else an ISO file's, whose sound has no
  ///   versions but those that writers of QuickTime's habits put there.
  /// - Throws: `MediaError(.damagedContainer)` for bytes that are no whole box, or shorter than the kind's fields.
  package init(parsing bytes: [UInt8], kind: MediaKind, isQuickTime: Bool) throws {
    var reader = ByteReader(bytes, boxType: "stsd")
    guard let box = try reader.nextBox() else { throw reader.damaged("there is no sample entry") }
    try self.init(box, kind: kind, hasSoundVersions: isQuickTime)
  }
}
