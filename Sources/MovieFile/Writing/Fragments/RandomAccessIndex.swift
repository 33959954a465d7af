/// The samples at which playing a fragmented movie can begin: `mfra` at its end (ISO 14496-12 8.8.9).
struct RandomAccessIndex {
  /// A sync sample: the first of a track in a fragment.
  struct Entry: Hashable {
    /// The presentation time, in the track's media time.
    var time: Int64
    var fragmentOffset: Int64
    /// Numbers from 1: `traf` in `moof`, `trun` in `traf`, sample in `trun`.
    var trackFragment: UInt32
    var run: UInt32
    var sample: UInt32
  }

  /// The entries by track.
  private(set) var entries: [Int: [Entry]] = [:]

  /// The size of `mfro`, in bytes.
  private static let sizeBox = 16

  /// Adds the first sync sample of each track in a fragment at an offset in the file.
  mutating func append(_ fragment: FragmentBuilder, at offset: Int64) {
    var seen: Set<Int> = []
    for (index, trackFragment) in fragment.trackFragments.enumerated() where !seen.contains(trackFragment.track) {
      for (number, run) in trackFragment.runs.enumerated() {
        guard let sync = run.samples.firstSync else { continue }
        seen.insert(trackFragment.track)
        entries[trackFragment.track, default: []].append(
          Entry(
            time: max(0, sync.presentationTime &- fragment.tracks[trackFragment.track].origin), fragmentOffset: offset,
            trackFragment: UInt32(index + 1), run: UInt32(number + 1), sample: UInt32(sync.index + 1)))
        break
      }
    }
  }

  func bytes() -> [UInt8] {
    var writer = ByteWriter()
    writer.box("mfra") { mfra in
      for (track, entries) in entries.sorted(by: { $0.key < $1.key }) {
        mfra.fullBox("tfra", version: 1) { tfra in
          tfra.u32(UInt32(track + 1))
          // Each of the three numbers has four bytes.
          tfra.u32(0b11_11_11)
          tfra.u32(UInt32(entries.count))
          for entry in entries {
            tfra.i64(entry.time)
            tfra.i64(entry.fragmentOffset)
            tfra.u32(entry.trackFragment)
            tfra.u32(entry.run)
            tfra.u32(entry.sample)
          }
        }
      }
      // Readers find the index from the end of the file: the last field is its size.
      let size = mfra.count + Self.sizeBox
      mfra.fullBox("mfro") { $0.u32(UInt32(size)) }
    }
    return writer.bytes
  }
}
