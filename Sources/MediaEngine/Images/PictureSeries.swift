import MediaSupport

/// The division of times among finders of pictures that work side by side: a pure value.
package struct PictureSeries: Equatable {
  /// The runs of times whose pictures one finder decodes, as ranges of their indices, in order. Pictures that are decoded
  /// from one random-access point are one run, since one decoding makes them all.
  package let runs: [Range<Int>]
  /// The number of finders, among which the processors are shared. It is at least 1.
  package let finderCount: Int

  /// The number of pictures that a finder's images take at once, as large as its decoder's.
  private static let imageCount = OrderedWork<Int>.reachOfWorker + 1

  /// The number of runs that a finder is opened for.
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
  /// - Parameter belongTogether: asked for each element and the next one.
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
