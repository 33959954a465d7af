import MediaSupport

/// The division of times among picture finders that work concurrently: a pure value.
package struct PictureSeries: Equatable {
  /// The runs of times whose pictures one finder decodes, as ranges of their indices, in order. Pictures that are
  /// decoded from one random-access point belong to one run.
  package let runs: [Range<Int>]
  /// The number of finders, which share the processors. It is at least 1.
  package let finderCount: Int

  /// The number of images of the picture's size that a finder holds at once.
  private static let imageCount = OrderedWork<Int>.reachOfWorker + 1

  /// The least number of runs for each finder.
  private static let leastRuns = 2

  /// - Parameters:
  ///   - runs: the runs of times.
  ///   - processorCount: the number of processors that may decode.
  ///   - decoderByteCount: the number of bytes that one decoder holds.
  ///   - pictureByteCount: the number of bytes of an image in the size of a picture.
  ///   - memoryLimit: the number of bytes that all finders may hold.
  init(
    _ runs: [Range<Int>], processorCount: Int, decoderByteCount: Int, pictureByteCount: Int, memoryLimit: Int
  ) {
    self.runs = runs
    let fitting = memoryLimit / max(1, decoderByteCount + Self.imageCount * pictureByteCount)
    finderCount = max(1, min(runs.count / Self.leastRuns, processorCount, fitting))
  }
}

extension Array {
  /// Returns the runs of elements that belong together, as ranges of indices in order.
  ///
  /// - Parameter belongTogether: called with each element and the next one.
  func runs(where belongTogether: (Element, Element) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in indices {
      if index > 0, let last = runs.last, belongTogether(self[index - 1], self[index]) {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}
