import MediaSupport

/// The media of a movie that is written in fragments: the counterpart of `MediaOutput`.
final class FragmentedMedia {
  /// The destination of the fragments.
  enum Destination {
    case file(FragmentFile)
    /// A function that receives each part as soon as it is complete; nothing is kept.
    case segments((MovieSegment) throws -> Void)
  }

  let options: FragmentOptions
  let destination: Destination
  var open = OpenFragment()
  /// The front, which is set when it is written, before the first fragment.
  var front: MovieExtends?
  /// A Boolean value that says whether the file has samples that the front does not describe, so that it needs an index
  /// of the whole file.
  var hasUndescribedSamples = false
  /// The number of fragments written so far.
  private(set) var fragmentCount = 0
  private(set) var index = RandomAccessIndex()

  init(_ destination: Destination, options: FragmentOptions) {
    self.destination = destination
    self.options = options
  }

  /// A Boolean value that says whether fragments go to a file.
  var isInFile: Bool {
    if case .file = destination { true } else { false }
  }

  /// Returns whether the open fragment must be written before `count` more bytes.
  func needsEnd(for count: Int) -> Bool {
    guard isInFile, !open.isEmpty else { return false }
    return open.mediaSize + count > FragmentOptions.largestFragment
  }

  /// Writes the open fragment and starts the next.
  ///
  /// - Parameters:
  ///   - runs: the fragment's runs that the front describes.
  ///   - alignment: the number of which its media's offset in the file must be a multiple.
  /// - Returns: The offset of its media in the file; `nil` if there is no file.
  func endFragment(
    _ runs: [OpenFragment.Run], front: MovieExtends, tracks: [WrittenTrack], alignment: Int64
  ) throws -> Int64? {
    let builder = FragmentBuilder(
      sequenceNumber: options.firstSequenceNumber &+ UInt32(truncatingIfNeeded: fragmentCount),
      tracks: front.tracks, runs: runs)
    defer { open.reset() }
    guard open.mediaSize < Self.largestMedia else {
      throw MediaError(.unsupportedByContainer, .writing, "a fragment of \(open.mediaSize) bytes exceeds 31 bits")
    }
    switch destination {
    case .file(let file):
      let (moof, padding) = builder.bytes(at: file.size, mediaAlignment: alignment)
      let places = try file.append(moof: moof, padding: padding, media: open.media, mediaSize: open.mediaSize)
      index.append(builder, at: places.moof)
      fragmentCount += 1
      return places.media
    case .segments(let output):
      let segment = SegmentBuilder(
        fragment: builder, media: open.media, mediaSize: open.mediaSize, tracks: tracks, type: options.segmentType)
      try output(segment.segment())
      fragmentCount += 1
      return nil
    }
  }

  /// Sets the duration of the track's last sample, which is in the open chunk or in the open fragment.
  func setLastDuration(_ duration: Int64, of track: Int, _ chunk: inout OpenChunk) {
    if chunk.isEmpty { open.setLastDuration(duration, of: track) } else { chunk.rows.setLastDuration(duration) }
  }

  /// The largest size of a fragment's media, in bytes: a run's offset has 31 bits, and `moof` is before the media.
  private static let largestMedia = 1 << 30

  func discard() {
    open.reset()
    if case .file(let file) = destination { file.discard() }
  }
}
