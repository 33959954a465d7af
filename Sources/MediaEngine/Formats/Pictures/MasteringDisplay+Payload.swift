import Bitstreams
import MediaInterop

extension MasteringDisplay {
  /// The payload of `mdcv`. It is `nil` if the colours or the luminance are unknown.
  var payload: [UInt8]? {
    guard let primaries, let luminance else { return nil }
    func point(_ color: Chromaticity) -> MasteringDisplayRecord.Point {
      .init(
        x: UInt16(clamping: color.x.inSteps(of: Self.colorSteps)),
        y: UInt16(clamping: color.y.inSteps(of: Self.colorSteps)))
    }
    return MasteringDisplayRecord(
      green: point(primaries.green), blue: point(primaries.blue), red: point(primaries.red),
      whitePoint: point(primaries.whitePoint),
      maximumLuminance: UInt32(clamping: luminance.maximum.inSteps(of: Self.luminanceSteps)),
      minimumLuminance: UInt32(clamping: luminance.minimum.inSteps(of: Self.luminanceSteps))
    ).serialized()
  }

  /// - Throws: `damagedMedia` for too few bytes.
  init(payload: [UInt8]) throws {
    let record = try MasteringDisplayRecord(parsing: payload)
    func color(_ point: MasteringDisplayRecord.Point) -> Chromaticity {
      Chromaticity(x: Rational(Int32(point.x), Self.colorSteps), y: Rational(Int32(point.y), Self.colorSteps))
    }
    self.init(
      primaries: Primaries(
        red: color(record.red), green: color(record.green), blue: color(record.blue),
        whitePoint: color(record.whitePoint)),
      luminance: Luminance(
        minimum: Rational(Int32(clamping: record.minimumLuminance), Self.luminanceSteps),
        maximum: Rational(Int32(clamping: record.maximumLuminance), Self.luminanceSteps)))
  }
}

extension ContentLightLevel {
  /// The payload of `clli`.
  var payload: [UInt8] {
    ContentLightRecord(maximum: UInt16(clamping: maximum), maximumAverage: UInt16(clamping: maximumAverage))
      .serialized()
  }

  /// - Throws: `damagedMedia` for too few bytes.
  init(payload: [UInt8]) throws {
    let record = try ContentLightRecord(parsing: payload)
    self.init(maximum: UInt32(record.maximum), maximumAverage: UInt32(record.maximumAverage))
  }
}
