extension SampleTableBuilder {
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
        box.rows(syncSamples, count: syncSamples.count, size: 4) { $0.u32($1) }
      }
    }
    if let dependencies {
      writer.fullBox("sdtp") { $0.rows(dependencies, count: dependencies.count, size: 1) { $0.u8($1) } }
    }
    writer.fullBox("stsc") { box in
      box.u32(UInt32(chunkRuns.count))
      box.rows(chunkRuns, count: chunkRuns.count, size: 12) { row, run in
        row.u32(run.firstChunk)
        row.u32(run.samples)
        row.u32(run.entry)
      }
    }
    writer.fullBox("stsz") { box in
      // A uniform size of 0 would mean that a table follows, so the sizes of samples without bytes are listed.
      let isListed = !sizes.isEmpty || (uniformSize == 0 && count > 0)
      box.u32(isListed ? 0 : uniformSize)
      box.u32(count)
      if sizes.isEmpty, isListed {
        box.rows(repeatElement(0, count: Int(count)), count: Int(count), size: 4) { $0.u32($1) }
      }
      box.rows(sizes, count: sizes.count, size: 4) { $0.u32($1) }
    }
    writer.fullBox(hasWideOffsets ? "co64" : "stco") { box in
      box.u32(UInt32(chunkOffsets.count))
      let starts = chunkStarts(mediaStart: mediaStart, entriesElsewhere: entriesElsewhere)
      box.rows(zip(chunkOffsets, starts), count: chunkOffsets.count, size: hasWideOffsets ? 8 : 4) { row, chunk in
        row.unsigned(chunk.0 + chunk.1, wide: hasWideOffsets)
      }
    }
  }

  /// Returns the number to add to each chunk's offset: the start of the media, or 0 for chunks in other files.
  private func chunkStarts(mediaStart: Int64, entriesElsewhere: Set<UInt32>) -> RunLengths<Int64> {
    var starts = RunLengths<Int64>()
    for (index, run) in chunkRuns.enumerated() {
      let end = index + 1 < chunkRuns.count ? chunkRuns[index + 1].firstChunk : UInt32(chunkOffsets.count + 1)
      starts.append(entriesElsewhere.contains(run.entry) ? 0 : mediaStart, count: end - run.firstChunk)
    }
    return starts
  }

  private func writeDecodeTimes(to writer: inout ByteWriter) {
    var runs = deltas
    if count > 0 { runs.append(lastDuration, count: 1) }
    writer.fullBox("stts") { box in
      box.u32(UInt32(runs.runCount))
      box.rows(zip(runs.counts, runs.values), count: runs.runCount, size: 8) { row, run in
        row.u32(run.0)
        row.u32(run.1)
      }
    }
  }

  var hasCompositionOffsets: Bool { leastOffset != 0 || greatestOffset != 0 }

  /// Writes `ctts`, in version 1 if any offset is negative, and `cslg`, which negative offsets require and QuickTime
  /// expects.
  private func writeCompositionOffsets(to writer: inout ByteWriter, saysBounds: Bool) {
    guard hasCompositionOffsets else { return }
    writer.fullBox("ctts", version: leastOffset < 0 ? 1 : 0) { box in
      box.u32(UInt32(offsets.runCount))
      box.rows(zip(offsets.counts, offsets.values), count: offsets.runCount, size: 8) { row, run in
        row.u32(run.0)
        row.i32(run.1)
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
