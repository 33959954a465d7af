import MediaSupport

/// The media of a movie that is written in fragments: the counterpart of `MediaOutput`.
final class FragmentedMedia {
  /// Where fragments go.
  enum Destination {
    case file(FragmentFile)
    /// Each part is given out as soon as it is complete, and nothing is kept.
    case segments((MovieSegment) throws -> Void)
  }

  let options: FragmentOptions
  let destination: Destination
  var open = OpenFragment()
  /// Set when the front is written, before the first fragment.
  var front: MovieExtends?
  /// Samples are in the file that the front does not describe: only an index of the whole can.
  var hasUndescribedSamples = false
  /// How many fragments were written.
  private(set) var fragmentCount = 0
  private(set) var index = RandomAccessIndex()

  init(_ destination: Destination, options: FragmentOptions) {
    self.destination = destination
    self.options = options
  }

  /// Whether fragments go to a file.
  var isInFile: Bool {
    if case .file = destination { true } else { false }
  }

  /// Whether the open fragment must be written before `count` more bytes.
  func needsEnd(for count: Int) -> Bool {
    guard isInFile, !open.isEmpty else { return false }
    return open.mediaSize + count > FragmentOptions.largestFragment
  }

  /// Writes the open fragment and starts the next.
  ///
  /// - Parameters:
  ///   - runs: those of its runs that the front describes.
  ///   - alignment: what its media's start in the file is to be a multiple of.
  /// - Returns: where its media starts in the file; `nil` where there is none.
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

  /// The track's last sample lasts so long; it is in the open chunk or in the open fragment.
  func setLastDuration(_ duration: Int64, of track: Int, _ chunk: inout OpenChunk) {
    if chunk.isEmpty { open.setLastDuration(duration, of: track) } else { chunk.rows.setLastDuration(duration) }
  }

  /// A run's offset has 31 bits, and `moof` is before the media.
  private static let largestMedia = 1 << 30

  func discard() {
    open.reset()
    if case .file(let file) = destination { file.discard() }
  }
}
