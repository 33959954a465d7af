extension SampleTableBuilder {
  /// The number of bytes in the tables' rows, of which the boxes are made with a few bytes in front of each.
  func largestSize(hasWideOffsets: Bool) -> Int {
    let listed = sizes.isEmpty && uniformSize == 0 ? Int(count) : sizes.count
    let numbers = listed + (syncSamples?.count ?? 0) + chunkOffsets.count * (hasWideOffsets ? 2 : 1)
    return numbers * 4 + (deltas.runCount + 1 + offsets.runCount) * 8 + chunkRuns.count * 12
      + (dependencies?.count ?? 0)
  }

  /// Writes the tables as the children of `stbl` that follow `stsd` (ISO 14496-12 8.6 and 8.7).
  ///
  /// - Parameters:
  ///   - mediaStart: the offset of the media data in the file.
  ///   - entriesElsewhere: the sample entries, counted from 1, whose chunks lie in other files.
  func write(
    to writer: inout ByteWriter, mediaStart: Int64, hasWideOffsets: Bool, saysBounds: Bool = false,
    entriesElsewhere: Set<UInt32> = []
  ) {
    let hasWideOffsets = hasWideOffsets || greatestReference > Int64(UInt32.max)
    writeDecodeTimes(to: &writer)
    writeCompositionOffsets(to: &writer, saysBounds: saysBounds)
    if let syncSamples {
      writer.fullBox("stss") { box in
        box.u32(UInt32(syncSamples.count))
        for number in syncSamples { box.u32(number) }
      }
    }
    if let dependencies { writer.fullBox("sdtp") { $0.append(dependencies) } }
    writer.fullBox("stsc") { box in
      box.u32(UInt32(chunkRuns.count))
      for run in chunkRuns {
        box.u32(run.firstChunk)
        box.u32(run.samples)
        box.u32(run.entry)
      }
    }
    writer.fullBox("stsz") { box in
      // A uniform size of 0 would announce a table: samples without bytes are listed.
      let isListed = !sizes.isEmpty || (uniformSize == 0 && count > 0)
      box.u32(isListed ? 0 : uniformSize)
      box.u32(count)
      if sizes.isEmpty, isListed { box.zeros(Int(count) * 4) }
      for size in sizes { box.u32(size) }
    }
    writer.fullBox(hasWideOffsets ? "co64" : "stco") { box in
      box.u32(UInt32(chunkOffsets.count))
      for (index, run) in chunkRuns.enumerated() {
        let end = index + 1 < chunkRuns.count ? Int(chunkRuns[index + 1].firstChunk) - 1 : chunkOffsets.count
        let start = entriesElsewhere.contains(run.entry) ? 0 : mediaStart
        for chunk in Int(run.firstChunk) - 1..<end { box.unsigned(start + chunkOffsets[chunk], wide: hasWideOffsets) }
      }
    }
  }

  private func writeDecodeTimes(to writer: inout ByteWriter) {
    var runs = deltas
    if count > 0 { runs.append(lastDuration, count: 1) }
    writer.fullBox("stts") { box in
      box.u32(UInt32(runs.runCount))
      for index in 0..<runs.runCount {
        box.u32(runs.counts[index])
        box.u32(runs.values[index])
      }
    }
  }

  var hasCompositionOffsets: Bool { leastOffset != 0 || greatestOffset != 0 }

  /// Writes `ctts`, in version 1 only for negative offsets, and `cslg`, which negative offsets need and QuickTime
  /// expects.
  private func writeCompositionOffsets(to writer: inout ByteWriter, saysBounds: Bool) {
    guard hasCompositionOffsets else { return }
    writer.fullBox("ctts", version: leastOffset < 0 ? 1 : 0) { box in
      box.u32(UInt32(offsets.runCount))
      for index in 0..<offsets.runCount {
        box.u32(offsets.counts[index])
        box.i32(offsets.values[index])
      }
    }
    if leastOffset < 0 || saysBounds { compositionBounds.write(to: &writer) }
  }

  private var compositionBounds: CompositionBounds {
    CompositionBounds(
      compositionToDecodeShift: max(0, -Int64(leastOffset)), leastOffset: Int64(leastOffset),
      greatestOffset: Int64(greatestOffset), start: presentationStart &- firstDecodeTime,
      end: presentationEnd &- firstDecodeTime)
  }
}
