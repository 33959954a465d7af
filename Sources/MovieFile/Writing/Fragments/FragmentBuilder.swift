/// Builds `moof` (ISO 14496-12 8.8.4) for a fragment whose media follows in one `mdat`. It is a pure value.
struct FragmentBuilder {
  let sequenceNumber: UInt32
  /// The movie's tracks as the front describes them.
  let tracks: [MovieExtends.Track]
  let runs: [OpenFragment.Run]

  /// A track's runs of one sample entry, which become a `traf`.
  struct TrackFragment {
    var track: Int
    var entry: Int
    var runs: [OpenFragment.Run]
  }

  var trackFragments: [TrackFragment] {
    var fragments: [TrackFragment] = []
    for run in runs {
      if let index = fragments.lastIndex(where: { $0.track == run.track }), fragments[index].entry == run.entry {
        fragments[index].runs.append(run)
      } else {
        fragments.append(TrackFragment(track: run.track, entry: run.entry, runs: [run]))
      }
    }
    return fragments
  }

  /// Returns the box, for media that comes right after it in its `mdat`.
  func bytes() -> [UInt8] { bytes(at: 0, mediaAlignment: 1).moof }

  /// Returns the box for an offset in the file, and the number of bytes between the header of its `mdat` and the media,
  /// so that the media starts at a multiple of `mediaAlignment`.
  func bytes(at place: Int64, mediaAlignment: Int64) -> (moof: [UInt8], padding: Int) {
    // The fields have fixed widths: the size does not depend on the media's offset.
    let size = bytes(mediaOffset: 0).count + Int(MediaPlacement.boxHeader)
    let unpadded = place + Int64(size)
    let padding = Int(MediaPlacement.roundUp(unpadded, to: mediaAlignment) - unpadded)
    return (bytes(mediaOffset: size + padding), padding)
  }

  /// - Parameter mediaOffset: the distance from the start of `moof` to the first byte of media.
  private func bytes(mediaOffset: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.box("moof") { moof in
      moof.fullBox("mfhd") { $0.u32(sequenceNumber) }
      for fragment in trackFragments {
        moof.box("traf") { write(fragment, mediaOffset: mediaOffset, to: &$0) }
      }
    }
    return writer.bytes
  }

  private func write(_ fragment: TrackFragment, mediaOffset: Int, to traf: inout ByteWriter) {
    let first = fragment.runs[0].samples
    let defaults = RunDefaults(first)
    let present: TrackFragmentFlags = [.entry, .duration, .size, .flags, .baseIsFragment]
    traf.fullBox("tfhd", flags: present.rawValue) { box in
      box.u32(UInt32(fragment.track + 1))
      box.u32(UInt32(fragment.entry + 1))
      box.u32(defaults.duration)
      box.u32(defaults.size)
      box.u32(defaults.flags)
    }
    traf.fullBox("tfdt", version: 1) { $0.i64(max(0, first.firstDecodeTime &- tracks[fragment.track].origin)) }
    for run in fragment.runs {
      run.samples.writeRun(to: &traf, defaults: defaults, dataOffset: mediaOffset + run.offset)
    }
    if tracks[fragment.track].hasRollGroup {
      RollGroup.writeMembers(count: fragment.runs.reduce(0) { $0 &+ $1.samples.count }, to: &traf)
    }
  }
}

/// The values for a track fragment's samples in runs that state no others: the first run's common values.
struct RunDefaults {
  var duration: UInt32
  var size: UInt32
  var flags: UInt32

  init(_ samples: SampleTableBuilder) {
    duration = samples.uniformDuration ?? samples.lastDuration
    size = samples.sizes.first ?? samples.uniformSize
    flags = samples.sampleFlags.rest
  }
}
