import Testing

@testable import AVWritePipeline

@Suite struct TrialEstimateTests {
  private func stretch(_ seconds: Double, _ size: Double) -> TrialEstimate.Stretch {
    TrialEstimate.Stretch(seconds: seconds, took: seconds / 10, sizes: [size])
  }

  @Test func `what was made whole is known`() throws {
    let estimate = TrialEstimate(shortest: stretch(0.2, 90), others: [stretch(4, 777)], whole: 4)
    #expect(estimate.size(of: 0) == 777...777)
    #expect(try #require(estimate.seconds).lowerBound == 0.4)
  }

  @Test func `an even whole lies between its stretches with and without what each costs at its beginning`() throws {
    // 1000 bytes a second, and 500 at the beginning of each file.
    let stretches = (0..<3).map { _ in stretch(2, 2500) }
    let estimate = TrialEstimate(shortest: stretch(0.2, 700), others: stretches, whole: 100)
    let size = try #require(estimate.size(of: 0))
    #expect(size.contains(100_500) && size.lowerBound > 80_000 && size.upperBound < 150_000, "\(size)")
  }

  @Test func `stretches that differ leave more room`() throws {
    func width(_ sizes: [Double]) throws -> Double {
      let estimate = TrialEstimate(shortest: stretch(0.2, 100), others: sizes.map { stretch(2, $0) }, whole: 60)
      let size = try #require(estimate.size(of: 0))
      return size.upperBound / max(size.lowerBound, 1)
    }
    #expect(try width([2000, 4000, 6000]) > 2 * width([4000, 4000, 4000]))
  }

  @Test func `one stretch foretells nothing`() {
    #expect(TrialEstimate(shortest: stretch(0.2, 1), others: [stretch(1, 2)], whole: 9).size(of: 0) == nil)
    #expect(TrialEstimate(shortest: stretch(0.2, 1), others: [], whole: 9).seconds == nil)
  }
}
