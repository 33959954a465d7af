/// Sample entries outside any file, for samples that are copied from one file to another.
extension SampleEntry {
  /// Returns the whole box in the form that it has in `fileFormat`.
  package func serialized(in fileFormat: FileFormat) -> [UInt8] {
    var writer = ByteWriter()
    write(to: &writer, in: fileFormat)
    return writer.bytes
  }

  /// Reads one entry from a box with its size and type.
  ///
  /// - Parameter isQuickTime: a Boolean value that says whether the box is a QuickTime movie's sample description. In
  ///   an ISO file, sound descriptions have no versions, except those of writers that follow QuickTime.
  /// - Throws: `MediaError(.damagedContainer)` for bytes that are not a whole box, or are shorter than the kind's
  ///   fields.
  package init(parsing bytes: [UInt8], kind: HandlerType, isQuickTime: Bool) throws {
    var reader = ByteReader(bytes, boxType: "stsd")
    guard let box = try reader.nextBox() else { throw reader.damaged("there is no sample entry") }
    try self.init(box, kind: kind, hasSoundVersions: isQuickTime)
  }
}
