/// The lowest and highest samples of consecutive stretches of a sound: a pure value of bounded size.
///
/// The number of samples need not be known beforehand. There are never more than `mostBins` stretches: when one more
/// would be needed, neighbouring stretches are joined in pairs, and later ones are twice as long.
struct WaveformPeaks {
  /// The lowest and the highest of some samples; both are 0 for silence.
  struct Extent: Equatable {
    var low: Float
    var high: Float

    static let silence = Extent(low: 0, high: 0)

    func union(_ other: Extent) -> Extent { Extent(low: min(low, other.low), high: max(high, other.high)) }
  }

  /// The most samples that a sound is taken to have: with 192 kHz, those of 1,400 years.
  static let mostSamples = 1 << 53

  /// The number of bands, each with extents of its own.
  let bandCount: Int
  /// A Boolean value that says whether all channels share one band. Otherwise each channel has its own.
  private let joinsChannels: Bool
  private let mostBins: Int
  /// The number of samples in each full bin.
  private(set) var samplesPerBin = 1
  /// The full bins. Those of all bands of one stretch are adjacent.
  private var bins: [Extent] = []
  /// The bin that is being filled, and the number of samples in it.
  private var open: [Extent] = []
  private var openCount = 0

  /// - Parameters:
  ///   - channelCount: the number of channels that have a band each, at least 1, or nil for one band of all channels.
  ///   - mostBins: the most bins of each band, at least 2.
  init(channelCount: Int?, mostBins: Int) {
    (bandCount, joinsChannels, self.mostBins) = (channelCount ?? 1, channelCount == nil, mostBins)
  }

  private var binCount: Int { bins.count / bandCount }

  /// The number of samples of each channel so far, silent ones too.
  var sampleCount: Int { binCount * samplesPerBin + openCount }

  /// Adds samples.
  ///
  /// - Parameters:
  ///   - samples: the samples of all channels, interleaved.
  ///   - stride: the number of channels in `samples`. Bands without a channel are silent, and channels without a band
  ///     are left out.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, stride: Int) {
    var frame = 0
    let frameCount = samples.count / stride
    while frame < frameCount, sampleCount < Self.mostSamples {
      let count = min(samplesPerBin - openCount, frameCount - frame)
      if joinsChannels {
        add(Self.extent(of: samples, from: frame * stride, count: count * stride, stride: 1), to: 0)
      } else {
        for band in 0..<bandCount {
          let isThere = band < stride
          add(
            isThere ? Self.extent(of: samples, from: frame * stride + band, count: count, stride: stride) : .silence,
            to: band)
        }
      }
      (openCount, frame) = (openCount + count, frame + count)
      closeFullBin()
    }
  }

  /// Adds silent samples. The time that it takes does not depend on their number.
  mutating func addSilence(_ count: Int) {
    var count = min(count, Self.mostSamples - sampleCount)
    while count > 0 {
      let part = min(samplesPerBin - openCount, count)
      for band in 0..<bandCount { add(.silence, to: band) }
      (openCount, count) = (openCount + part, count - part)
      closeFullBin()
    }
  }

  private static func extent(
    of samples: UnsafeBufferPointer<Float>, from start: Int, count: Int, stride: Int
  ) -> Extent {
    var (low, high) = (Float.infinity, -Float.infinity)
    var index = start
    for _ in 0..<count {
      let sample = samples[index]
      // A value that is no number is less than none and greater than none.
      if sample < low { low = sample }
      if sample > high { high = sample }
      index += stride
    }
    return low <= high ? Extent(low: low, high: high) : .silence
  }

  private mutating func add(_ extent: Extent, to band: Int) {
    if open.isEmpty { open = Array(repeating: .silence, count: bandCount) }
    open[band] = openCount == 0 ? extent : open[band].union(extent)
  }

  private mutating func closeFullBin() {
    guard openCount == samplesPerBin else { return }
    bins += open
    openCount = 0
    guard binCount == mostBins else { return }
    samplesPerBin *= 2
    var joined: [Extent] = []
    joined.reserveCapacity(bins.capacity)
    for pair in 0..<binCount / 2 {
      for band in 0..<bandCount {
        let index = pair * 2 * bandCount + band
        joined.append(bins[index].union(bins[index + bandCount]))
      }
    }
    if binCount % 2 != 0 {
      // The last bin has no neighbour yet.
      open = Array(bins.suffix(bandCount))
      openCount = samplesPerBin / 2
    }
    bins = joined
  }

  /// Returns the extents of so many columns of equal length, band by band. A column's ends are those of bins; each
  /// column has at least one bin.
  ///
  /// - Parameter count: the number of columns, at least 1.
  /// - Returns: silence for a sound without samples.
  func columns(_ count: Int) -> [[Extent]] {
    let all = openCount > 0 ? bins + open : bins
    let (total, length) = (all.count / bandCount, Double(sampleCount) / Double(count))
    return (0..<bandCount).map { band in
      (0..<count).map { column in
        guard total > 0 else { return .silence }
        let first = min(Int(Double(column) * length) / samplesPerBin, total - 1)
        let end = (Int(Double(column + 1) * length) + samplesPerBin - 1) / samplesPerBin
        return (first..<max(first + 1, min(end, total))).reduce(nil as Extent?) { extent, bin in
          let next = all[bin * bandCount + band]
          return extent?.union(next) ?? next
        } ?? .silence
      }
    }
  }
}
