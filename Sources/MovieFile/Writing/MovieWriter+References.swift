import MediaSupport

extension MovieWriter {
  /// Adds a file that samples of a track may be in, and returns its number for `SampleEntry.dataReferenceIndex`. A
  /// location that the track already has is not added twice.
  ///
  /// - Parameter location: a URL, which may be relative to the movie's own.
  package func addDataReference(_ location: String, to track: Int) -> UInt16 {
    // The first one is the movie itself.
    if let known = tracks[track].locations.firstIndex(of: location) { return UInt16(clamping: known + 2) }
    tracks[track].locations.append(location)
    return UInt16(clamping: tracks[track].locations.count + 1)
  }

  /// Appends samples that are in another file: only their position is written.
  ///
  /// - Parameters:
  ///   - offset: the offset of the first sample in the file that the sample's entry refers to.
  ///   - size: the number of bytes of all samples.
  ///
  /// Throws `.referencesNotSupported` for ISO files and movies in fragments, and the errors of `append`.
  package func refer(to offset: Int64, size: Int, in track: Int, _ sample: Sample) throws {
    precondition(tracks[track].entries.indices.contains(sample.entry), "the sample entry was added to the track")
    guard format.isQuickTime else {
      throw MediaError(
        .referencesNotSupported, .writing, "only a QuickTime movie (.mov) can refer to samples in other files")
    }
    guard offset >= 0, size >= 0, sample.count > 0, size % sample.count == 0,
      !offset.addingReportingOverflow(Int64(size)).overflow
    else {
      throw MediaError(
        .invalidOperation, .writing, "\(size) bytes at \(offset) are not \(sample.count) samples of equal size")
    }
    // The sample positions of a fragment must be after it.
    if fragments != nil {
      throw MediaError(.referencesNotSupported, .writing, "a movie in fragments cannot refer to samples in other files")
    }
    try tracks[track].tables.append(sample, size: size / sample.count)
    if !tracks[track].chunk.isEmpty { try closeChunk(of: track) }
    tracks[track].tables.appendReference(
      to: offset, size: Int64(size), samples: UInt32(clamping: sample.count), entry: sample.entry)
  }
}
