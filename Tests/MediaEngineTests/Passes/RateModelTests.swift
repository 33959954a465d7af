import Foundation
import Testing

@testable import MediaEngine

@Suite("How amounts follow rate factors")
struct RateModelTests {
  @Test func `one trial and the usual slope: six steps halve the bits`() {
    let model = RateModel([(20, 1000)], slope: RateModel.Kind.bits.usualSlope)
    #expect(abs(model.amount(at: 26) - 500) < 0.01)
    #expect(abs(model.rateFactor(for: 250) - 32) < 0.01)
    #expect(model.measuredSlope == nil)
  }

  @Test func `two trials give the slope between them and beyond`() {
    let model = RateModel([(20, 1000), (25, 500)], slope: -1.0 / 6)
    #expect(abs(model.amount(at: 22.5) - 1000 / 2.0.squareRoot()) < 0.01)
    #expect(abs(model.amount(at: 30) - 250) < 0.01)
    #expect(abs(model.amount(at: 15) - 2000) < 0.01)
    for amount in [300.0, 500, 700, 1000, 1500] {
      #expect(abs(model.amount(at: model.rateFactor(for: amount)) - amount) < 0.01)
    }
  }

  @Test func `of equal rate factors the last counts, and a slope the wrong way is not believed`() {
    let model = RateModel([(20, 1000), (20.01, 900)], slope: -1.0 / 6)
    #expect(abs(model.amount(at: 20.01) - 900) < 0.01)
    let wrong = RateModel([(20, 1000), (21, 1100)], slope: -1.0 / 6)
    #expect(wrong.amount(at: 26) < 1000)
  }

  @Test func `a first pass comes to its bit rate and to its similarity, and not beyond`() {
    // A content of twice the usual bits, whose pictures have 0.01 of difference at 20.
    var control = RateFactorControl(bitRate: 2_000_000, pixelsPerSecond: 1280 * 720 * 25)
    var bits = 0.0
    for picture in 1...500 {
      let used = control.rateFactor
      let size = 4_000_000 / 25 * exp2(-(used - 20) / 6)
      if picture > 100 { bits += size }
      control.didEncode(bits: size, ssim: 1, rateFactor: used, seconds: Double(picture) / 25)
      #expect(control.rateFactor < 26, "it begins with too many")
    }
    #expect(abs(bits / 16 - 2_000_000) < 40_000)
    control = RateFactorControl(ssim: 0.98)
    var difference = 0.0
    for _ in 1...500 {
      let used = control.rateFactor
      let one = 0.01 * exp2(0.15 * (used - 20))
      difference += one
      control.didEncode(bits: 1, ssim: 1 - one, rateFactor: used, seconds: 0)
    }
    #expect(abs(difference / 500 - 0.02) < 0.0015)
  }
}
