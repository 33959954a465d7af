import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct WaveformPeaksTests {
  private func add(_ samples: [Float], _ stride: Int, to peaks: inout WaveformPeaks) {
    samples.withUnsafeBufferPointer { peaks.add($0, stride: stride) }
  }

  /// The extents of stretches of as many samples as the bins have.
  private func extents(_ samples: [Float], _ length: Int) -> [WaveformPeaks.Extent] {
    stride(from: 0, to: samples.count, by: length).map { start in
      let part = samples[start..<min(start + length, samples.count)]
      return WaveformPeaks.Extent(low: part.min() ?? 0, high: part.max() ?? 0)
    }
  }

  @Test(arguments: [1, 2, 9, 10, 11, 12, 39, 40, 41, 1000, 4097])
  func `bins are joined two and two, however samples come`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let samples = (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
    for mostBins in [10, 11] {
      var peaks = WaveformPeaks(channelCount: 1, mostBins: mostBins)
      var rest = samples[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...50, using: &generator))
        add(Array(part), 1, to: &peaks)
        rest = rest.dropFirst(part.count)
      }
      #expect(peaks.sampleCount == count)
      let expected = extents(samples, peaks.samplesPerBin)
      #expect(expected.count <= mostBins)
      // As many columns as full bins are the bins.
      if count % peaks.samplesPerBin == 0 { #expect(peaks.columns(expected.count) == [expected]) }
      #expect(peaks.columns(1) == [extents(samples, count)])
    }
  }

  @Test func `channels have bands of their own, or one together`() {
    var (split, joined) = (WaveformPeaks(channelCount: 3, mostBins: 8), WaveformPeaks(channelCount: nil, mostBins: 8))
    let samples: [Float] = [0.5, -0.25, 0.25, -0.5]
    add(samples, 2, to: &split)
    add(samples, 2, to: &joined)
    #expect(split.sampleCount == 2 && joined.sampleCount == 2)
    #expect(
      split.columns(1) == [
        [.init(low: 0.25, high: 0.5)], [.init(low: -0.5, high: -0.25)], [.silence],
      ])
    #expect(joined.columns(1) == [[.init(low: -0.5, high: 0.5)]])
    #expect(joined.columns(4)[0].count == 4)
  }

  @Test func `silence of any length costs nothing, and values that are no numbers are silent`() {
    var peaks = WaveformPeaks(channelCount: 1, mostBins: 16)
    add([.nan, 0.5, .infinity, .nan], 1, to: &peaks)
    #expect(peaks.columns(1) == [[.init(low: 0, high: .infinity)]])
    peaks.addSilence(.max)
    #expect(peaks.sampleCount == WaveformPeaks.mostSamples)
    add([1], 1, to: &peaks)
    #expect(peaks.sampleCount == WaveformPeaks.mostSamples)
    #expect(peaks.columns(16)[0].last == .silence)
    #expect(
      WaveformPeaks(channelCount: 2, mostBins: 4).columns(3) == [
        [.silence, .silence, .silence], [.silence, .silence, .silence],
      ])
  }

  @Test func `a column's rows are those of its samples, inside of its band`() {
    func rows(_ low: Float, _ high: Float) -> Range<Int> {
      WaveformImage.rows(of: .init(low: low, high: high), in: 10..<20)
    }
    #expect(rows(0, 0) == 15..<16 && rows(-1, 1) == 10..<20 && rows(-9, 9) == 10..<20 && rows(0.7, 1) == 10..<12)
  }
}
