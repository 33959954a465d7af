import MovieFile

/// The samples of a movie's track, with the runs of samples that are adjacent in the file: a pure value.
///
/// A track's samples lie in chunks. One read for several small samples saves a system call and an allocation for each.
struct AdjacentSamples {
  /// The greatest number of bytes of a run. Its memory is kept until the last of its samples is released.
  private static let longest = 128 << 10
  /// The greatest number of samples after the first one of a run, since samples can have no bytes.
  private static let mostSamples = 512

  private var samples: PresentedSamples
  /// The samples of the current run, and the index of the next one.
  private var run: [PresentedSample] = []
  private var place = 0
  /// The first sample behind the current run; `nil` if it was not read yet.
  private var following: PresentedSample?

  init(_ samples: PresentedSamples) { self.samples = samples }

  /// Returns the next sample; `nil` at the end. The first sample of a run comes with the run's offsets in the
  /// file.
  mutating func next() -> (sample: PresentedSample, run: Range<Int64>?)? {
    if place < run.count {
      place += 1
      return (run[place - 1], nil)
    }
    guard let first = following.take() ?? samples.next() else { return nil }
    let end = gather(behind: first)
    return (first, run.isEmpty ? nil : first.sample.offset..<end)
  }

  /// Gathers the samples that directly follow a sample in the file.
  ///
  /// - Returns: The offset of the end of the last one.
  private mutating func gather(behind first: PresentedSample) -> Int64 {
    run.removeAll(keepingCapacity: true)
    place = 0
    var (end, isOver) = first.sample.offset.addingReportingOverflow(Int64(first.sample.size))
    while !isOver, end - first.sample.offset < Self.longest, run.count < Self.mostSamples, let next = samples.next() {
      let (nextEnd, overflow) = end.addingReportingOverflow(Int64(next.sample.size))
      isOver = overflow || next.sample.offset != end || nextEnd - first.sample.offset > Self.longest
      if isOver {
        following = next
      } else {
        run.append(next)
        end = nextEnd
      }
    }
    return end
  }

  // MARK: Seeking

  mutating func seek(to time: Int64) {
    forget()
    samples.seek(to: time)
  }

  mutating func rewind() {
    forget()
    samples.rewind()
  }

  private mutating func forget() { (run, place, following) = ([], 0, nil) }
}
