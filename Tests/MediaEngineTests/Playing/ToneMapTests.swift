import MediaEngine
import Testing

/// Light of high dynamic range on a screen that has none.
@Suite struct ToneMapTests {
  @Test func `the curve of ST 2084 is its standard's`() {
    // Values of ITU-R BT.2408, table 1, and of the standard's ends.
    for (signal, light) in [(0.0, 0.0), (0.58, 203), (0.75, 983), (1, 10_000)] {
      #expect(abs(ToneMap.light(ofPQ: signal) - light) <= light * 0.02 + 1e-9, "\(signal)")
      #expect(abs(ToneMap.signal(ofLight: ToneMap.light(ofPQ: signal)) - signal) < 1e-6)
    }
    // ITU-R BT.2100, table 5: half of the signal is a twelfth of the light.
    #expect(abs(ToneMap.light(ofHLG: 0.5) - 1.0 / 12) < 1e-9 && abs(ToneMap.light(ofHLG: 1) - 1) < 1e-6)
    #expect(abs(ToneMap.light(ofHLG: 0.5 + 1e-9) - 1.0 / 12) < 1e-6)
  }

  @Test(arguments: [203.0, 400, 1000, 4000, 10_000])
  func `light is bent below the screen's white, what is dark stays, and nothing changes places`(peak: Double) {
    var last = -1.0
    for step in 0...1000 {
      let light = peak * Double(step) / 1000
      let shown = ToneMap.shown(light, peak: peak)
      #expect(shown >= last && shown <= ToneMap.white + 0.01 && shown <= light * 1.0001 + 1e-9)
      if light < 20 { #expect(abs(shown - light) < 0.01) }
      last = shown
    }
    #expect(abs(ToneMap.shown(peak, peak: peak) - ToneMap.white) < 0.5)
  }

  /// Values of libplacebo 4.208 in cd/m²: `pl_tone_map_sample` of `pl_tone_map_bt2390` with the standard's knee
  /// (parameter 0.5), from black and a peak to black and 203, for each tenth of the peak.
  @Test(
    arguments: [
      (400.0, [40.000, 80.001, 120.000, 158.264, 182.053, 194.259, 199.960, 202.248, 202.923, 203.004]),
      (1000, [99.361, 157.974, 182.490, 193.617, 198.858, 201.322, 202.430, 202.867, 202.986, 203.004]),
      (4000, [163.749, 188.616, 196.870, 200.284, 201.829, 202.530, 202.840, 202.968, 202.996, 203.004]),
      (10_000, [179.401, 194.756, 199.556, 201.494, 202.357, 202.749, 202.914, 202.978, 203.004, 203.004]),
    ] as [(Double, [Double])])
  func `the curve is within a hundredth of libplacebo's`(peak: Double, tenths: [Double]) {
    for (place, wanted) in tenths.enumerated() {
      let shown = ToneMap.shown(peak * Double(place + 1) / 10, peak: peak)
      #expect(abs(shown - wanted) <= wanted * 0.01, "\(place + 1) tenths: \(shown) for \(wanted)")
    }
  }

  private static func map(_ red: Double, _ green: Double, _ blue: Double, _ source: ToneMap.Source) -> [UInt8] {
    let row = [red, green, blue, 1].map { UInt16(($0 * 65535).rounded()) }
    var result = [UInt8](repeating: 0, count: 4)
    row.withUnsafeBufferPointer { row in
      result.withUnsafeMutableBufferPointer { result in
        if let row = row.baseAddress, let result = result.baseAddress {
          ToneMap(source).map(row, into: result, count: 1)
        }
      }
    }
    return result
  }

  @Test(arguments: [ToneMap.Signal.perceptualQuantizer, .hybridLogGamma], [ToneMap.Primaries.bt709, .p3, .bt2020])
  func `grey stays grey, from black to white`(signal: ToneMap.Signal, primaries: ToneMap.Primaries) {
    let source = ToneMap.Source(signal: signal, primaries: primaries, peak: 1000)
    var last = 0
    for step in 0...100 {
      let value = Double(step) / 100
      let shown = Self.map(value, value, value, source).map(Int.init)
      #expect(abs(shown[0] - shown[1]) <= 1 && abs(shown[1] - shown[2]) <= 1 && shown[3] == 255, "\(value): \(shown)")
      #expect(shown[1] >= last)
      last = shown[1]
    }
    #expect(Self.map(0, 0, 0, source) == [0, 0, 0, 255])
    #expect(last >= 254)
  }

  @Test func `a colour of the screen's keeps its hue, and one beyond it loses saturation`() {
    let source = ToneMap.Source(signal: .perceptualQuantizer, primaries: .bt2020, peak: 1000)
    // Red of BT.709 at 100 cd/m² in BT.2020 (ITU-R BT.2087, table 2), which all screens show alone.
    let red = [0.6274, 0.0691, 0.0164].map { ToneMap.signal(ofLight: $0 * 60) }
    let shown = Self.map(red[0], red[1], red[2], source)
    #expect(shown[2] > 120 && shown[1] < 20 && shown[0] < 20, "\(shown)")
    let green = Self.map(0, 0.6, 0, source)
    // Its red is below zero by most, and comes to it; blue comes nearer to green.
    #expect(green[0] > 30 && green[0] < green[1] && green[1] > 150 && green[2] == 0, "\(green)")
  }
}
