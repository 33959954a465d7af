extension SampleTableBuilder {
  /// Returns the flags of a sample in a fragment (ISO 14496-12 8.8.3.1): the bits of `sdtp`, and the bit of samples
  /// that are not sync samples.
  private func flags(dependency: UInt8, isSync: Bool) -> UInt32 {
    UInt32(dependency) << 20 | (isSync ? 0 : SampleFlags.nonSync)
  }

  /// The flags of the samples.
  struct SampleFlags {
    static let nonSync: UInt32 = 0x1_0000

    var first: UInt32
    /// The flags of every sample but the first, if they are the same; otherwise the second sample's.
    var rest: UInt32
    /// The flags of each sample, where they differ beyond the first.
    var rows: [UInt32] = []
  }

  var sampleFlags: SampleFlags {
    guard syncSamples != nil || dependencies != nil else { return SampleFlags(first: 0, rest: 0) }
    var rows = (0..<Int(count)).map { flags(dependency: dependencies?[$0] ?? 0, isSync: syncSamples == nil) }
    for number in syncSamples ?? PackedNumbers() { rows[Int(number) - 1] &= ~SampleFlags.nonSync }
    let first = rows.first ?? 0
    let rest = rows.dropFirst().first ?? first
    if rows.dropFirst().allSatisfy({ $0 == rest }) { rows = [] }
    return SampleFlags(first: first, rest: rest, rows: rows)
  }

  /// The duration of every sample, where all are the same; else `nil`.
  var uniformDuration: UInt32? {
    switch deltas.runCount {
    case 0: lastDuration
    case 1 where deltas.values[0] == lastDuration: lastDuration
    default: nil
    }
  }

  /// Writes the samples as a run of a fragment: `trun` (ISO 14496-12 8.8.8), with columns for the values that differ
  /// from the defaults.
  func writeRun(to writer: inout ByteWriter, defaults: RunDefaults, dataOffset: Int) {
    var present: RunFlags = [.dataOffset]
    let flags = sampleFlags
    let hasFlagRows = !flags.rows.isEmpty || (flags.rest != defaults.flags && count > 1)
    if hasFlagRows {
      present.insert(.flags)
    } else if flags.first != defaults.flags {
      present.insert(.firstFlags)
    }
    if uniformDuration != defaults.duration { present.insert(.duration) }
    if !sizes.isEmpty || uniformSize != defaults.size { present.insert(.size) }
    if hasCompositionOffsets { present.insert(.compositionOffset) }
    writer.fullBox("trun", version: leastOffset < 0 ? 1 : 0, flags: present.rawValue) { box in
      box.u32(count)
      box.i32(Int32(clamping: dataOffset))
      if present.contains(.firstFlags) { box.u32(flags.first) }
      guard !present.isDisjoint(with: .columns) else { return }
      var durations = deltas
      durations.append(lastDuration, count: 1)
      var duration = durations.makeIterator()
      var offset = offsets.makeIterator()
      for row in 0..<Int(count) {
        let (duration, offset) = (duration.next() ?? 0, offset.next() ?? 0)
        if present.contains(.duration) { box.u32(duration) }
        if present.contains(.size) { box.u32(sizes.isEmpty ? uniformSize : sizes[row]) }
        if present.contains(.flags) {
          box.u32(flags.rows.isEmpty ? (row == 0 ? flags.first : flags.rest) : flags.rows[row])
        }
        if present.contains(.compositionOffset) { box.i32(offset) }
      }
    }
  }

  /// The first sync sample: its index, and its presentation time on the caller's time line; `nil` where there is none.
  var firstSync: (index: Int, presentationTime: Int64)? {
    guard count > 0 else { return nil }
    guard let number = syncSamples.map({ $0.first }) ?? 1 else { return nil }
    var time = firstDecodeTime
    for delta in deltas.prefix(Int(number) - 1) { time &+= Int64(delta) }
    let offset = offsets.dropFirst(Int(number) - 1).first { _ in true } ?? 0
    return (Int(number) - 1, time &+ Int64(offset))
  }

  /// The presentation time of the first sample in decode order.
  var firstPresentationTime: Int64 { firstDecodeTime &+ Int64(offsets.values.first ?? 0) }
}
