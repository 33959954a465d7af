import Foundation
import MediaInterop

/// Maps light of high dynamic range to standard screens and to standard video: a pure value with tables and a matrix.
///
/// Light that is brighter than the screen's white is compressed below it by the curve of ITU-R BT.2390 (5.4), which
/// does not change darker light. All three colours of a pixel are scaled by the same factor, that of the brightest of
/// them, so that hues do not change. Colours outside of BT.709 lose saturation until they are within it: they move
/// towards the grey of the same luminance.
package struct ToneMap: Sendable {
  /// The transfer function of a picture.
  package enum Signal: Sendable, Hashable {
    /// SMPTE ST 2084: each value is an absolute amount of light.
    case perceptualQuantizer
    /// ARIB STD-B67, shown as on a screen of 1000 cd/m² (ITU-R BT.2100, table 5).
    case hybridLogGamma
  }

  /// The primaries of a picture's colours.
  package enum Primaries: Sendable, Hashable { case bt709, p3, bt2020 }

  /// The properties of a picture's light that determine the map.
  package struct Source: Sendable, Hashable {
    package var signal: Signal
    package var primaries: Primaries
    /// The brightest light, in cd/m².
    package var peak: Double

    package init(signal: Signal, primaries: Primaries, peak: Double) {
      (self.signal, self.primaries, self.peak) = (signal, primaries, peak)
    }
  }

  /// The light of a screen's white in high-range pictures, in cd/m².
  package static let white = ColorDescription.standardWhite
  /// The brightest light if none is stated, in cd/m². It is also that of an HLG screen.
  package static let usualPeak = 1000.0
  /// The exponent of computer screens.
  package static let screenGamma = 2.2
  /// The exponent with which video is shown (ITU-R BT.1886).
  package static let videoGamma = 2.4
  /// The number of steps of a table. The index is the root of the light, so that steps are finer in the dark.
  private static let steps = 4096

  private let source: Source
  /// The light for each 12-bit value of the signal: 1 is the screen's white. For HLG it is the scene's light, and 1 is
  /// the maximum.
  private let light: [Float]
  /// The factor that maps a pixel to the screen, by the root of its brightest colour's share of the peak.
  private let factors: [Float]
  /// The screen's signal for light, by the light's root.
  private let signals: [UInt16]
  /// The gain that HLG's screen adds to the scene's light, by the light's root.
  private let systemGains: [Float]
  private let peak: Float
  /// The matrix, row by row, that converts the picture's colours to the screen's red, green and blue.
  private let matrix: [Float]

  /// - Parameter gamma: the exponent of the screen that shows the result.
  package init(_ source: Source, gamma: Double = screenGamma) {
    self.source = source
    let peak = max(Self.white, source.peak.isFinite ? source.peak : Self.usualPeak)
    let steps = (0..<Self.steps).map { Double($0) / Double(Self.steps - 1) }
    switch source.signal {
    case .perceptualQuantizer: light = steps.map { Float(Self.light(ofPQ: $0) / Self.white) }
    case .hybridLogGamma: light = steps.map { Float(Self.light(ofHLG: $0)) }
    }
    factors = steps.map { root in
      let light = root * root * peak
      return light > 0 ? Float(Self.shown(light, peak: peak) / light) : 1
    }
    signals = steps.map { UInt16((pow($0 * $0, 1 / gamma) * 65535).rounded()) }
    systemGains = steps.map { Float(pow($0 * $0, 0.2) * Self.usualPeak / Self.white) }
    self.peak = Float(peak / Self.white)
    matrix =
      switch source.primaries {
      case .bt709: [1, 0, 0, 0, 1, 0, 0, 0, 1]
      case .p3: [1.2249, -0.2247, -0.0002, -0.0420, 1.0419, 0.0001, -0.0197, -0.0786, 1.0983]
      // Source: ITU-R BT.2407, 2.
      case .bt2020: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
      }
  }

  /// Returns the screen's light for a light of the picture, both in cd/m²; white is the screen's brightest.
  package static func shown(_ light: Double, peak: Double) -> Double {
    let top = signal(ofLight: peak)
    let (value, most) = (signal(ofLight: min(light, peak)) / top, signal(ofLight: white) / top)
    let knee = 1.5 * most - 0.5
    guard most < 1, value > knee else { return light }
    let t = (value - knee) / (1 - knee)
    let bent =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (3 * t * t - 2 * t * t * t) * most
    return self.light(ofPQ: bent * top)
  }

  // MARK: Curves

  /// ST 2084's constants.
  private static let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)

  /// Returns the light in cd/m² of a value of ST 2084, 0 to 1.
  package static func light(ofPQ value: Double) -> Double {
    let root = pow(value, 1 / m2)
    return pow(max(0, root - c1) / (c2 - c3 * root), 1 / m1) * 10_000
  }

  /// Returns the value of ST 2084 for a light in cd/m².
  package static func signal(ofLight light: Double) -> Double {
    let power = pow(max(0, light) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// Returns the scene's light, 0 to 1, of a value of HLG (ITU-R BT.2100, table 5).
  package static func light(ofHLG value: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
  }

  // MARK: Pixels

  /// Maps a row of pixels.
  ///
  /// - Parameters:
  ///   - row: R, G, B and A of 16 bits each.
  ///   - result: B, G, R and A of 8 bits each.
  package func map(_ row: UnsafePointer<UInt16>, into result: UnsafeMutablePointer<UInt8>, count: Int) {
    withTables { tables in
      for pixel in 0..<count {
        let (r, g, b) = shown(row + pixel * 4, tables)
        let target = result + pixel * 4
        (target[0], target[1], target[2], target[3]) = (Self.byte(b), Self.byte(g), Self.byte(r), 255)
      }
    }
  }

  /// Maps a row of pixels in place.
  ///
  /// - Parameter row: R, G, B and A of 16 bits each; A does not change.
  package func map(_ row: UnsafeMutablePointer<UInt16>, count: Int) {
    withTables { tables in
      for pixel in 0..<count {
        let place = row + pixel * 4
        (place[0], place[1], place[2]) = shown(place, tables)
      }
    }
  }

  private struct Tables {
    let light, factors, systemGains, matrix: UnsafePointer<Float>
    let signals: UnsafePointer<UInt16>
  }

  private func withTables(_ body: (Tables) -> Void) {
    light.withUnsafeBufferPointer { light in
      factors.withUnsafeBufferPointer { factors in
        systemGains.withUnsafeBufferPointer { gains in
          matrix.withUnsafeBufferPointer { matrix in
            signals.withUnsafeBufferPointer { signals in
              // The tables are never empty.
              body(
                Tables(
                  light: light.baseAddress!, factors: factors.baseAddress!, systemGains: gains.baseAddress!,
                  matrix: matrix.baseAddress!, signals: signals.baseAddress!))
            }
          }
        }
      }
    }
  }

  /// Returns the screen's signals for a pixel of R, G and B.
  @inline(__always)
  private func shown(_ pixel: UnsafePointer<UInt16>, _ tables: Tables) -> (UInt16, UInt16, UInt16) {
    var r = tables.light[Int(pixel[0] >> 4)]
    var g = tables.light[Int(pixel[1] >> 4)]
    var b = tables.light[Int(pixel[2] >> 4)]
    if source.signal == .hybridLogGamma {
      let gain = tables.systemGains[Self.index(0.2627 * r + 0.6780 * g + 0.0593 * b)]
      (r, g, b) = (r * gain, g * gain, b * gain)
    }
    let brightest = max(r, g, b)
    var factor = tables.factors[Self.index(brightest / peak)]
    // Light brighter than the pictures' stated peak counts as the peak.
    if brightest > peak { factor *= peak / brightest }
    (r, g, b) = (r * factor, g * factor, b * factor)
    let matrix = tables.matrix
    (r, g, b) = (
      matrix[0] * r + matrix[1] * g + matrix[2] * b, matrix[3] * r + matrix[4] * g + matrix[5] * b,
      matrix[6] * r + matrix[7] * g + matrix[8] * b
    )
    let (lowest, highest) = (min(r, g, b), max(r, g, b))
    if lowest < 0 || highest > 1 {
      let grey = min(max(Self.luminance.r * r + Self.luminance.g * g + Self.luminance.b * b, 0), 1)
      var share: Float = 1
      if lowest < 0 { share = min(share, grey / (grey - lowest)) }
      if highest > 1 { share = min(share, (1 - grey) / (highest - grey)) }
      (r, g, b) = (grey + (r - grey) * share, grey + (g - grey) * share, grey + (b - grey) * share)
    }
    return (tables.signals[Self.index(r)], tables.signals[Self.index(g)], tables.signals[Self.index(b)])
  }

  /// The weights of the colours of BT.709 in luminance.
  private static let luminance: (r: Float, g: Float, b: Float) = (0.2126, 0.7152, 0.0722)

  /// Returns the position of a light in a table, 0 to 1; light outside of the table is limited to its edges.
  @inline(__always)
  private static func index(_ light: Float) -> Int {
    let root = (max(0, light)).squareRoot() * Float(steps - 1) + 0.5
    return root < Float(steps) ? Int(root) : steps - 1
  }

  /// Returns the 8-bit value that is nearest to a 16-bit one.
  @inline(__always)
  private static func byte(_ value: UInt16) -> UInt8 { UInt8((UInt32(value) * 255 + 32767) / 65535) }
}
