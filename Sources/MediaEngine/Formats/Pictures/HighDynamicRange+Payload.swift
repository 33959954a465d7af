import MediaInterop
import MovieFile

extension MasteringDisplay {
  /// The payload of `mdcv`: green, blue, red and the white point, then the highest and the lowest luminance. It is
  /// `nil` if the colours or the luminance are unknown.
  var payload: [UInt8]? {
    guard let primaries, let luminance else { return nil }
    var writer = ByteWriter()
    for color in [primaries.green, primaries.blue, primaries.red, primaries.whitePoint] {
      writer.u16(UInt16(clamping: color.x.inSteps(of: Self.colorSteps)))
      writer.u16(UInt16(clamping: color.y.inSteps(of: Self.colorSteps)))
    }
    writer.u32(UInt32(clamping: luminance.maximum.inSteps(of: Self.luminanceSteps)))
    writer.u32(UInt32(clamping: luminance.minimum.inSteps(of: Self.luminanceSteps)))
    return writer.bytes
  }

  /// - Throws: `damagedContainer` for too few bytes.
  init(payload: [UInt8]) throws {
    var reader = ByteReader(payload, boxType: "mdcv")
    func color() throws -> Chromaticity {
      Chromaticity(
        x: Rational(Int32(try reader.u16()), Self.colorSteps), y: Rational(Int32(try reader.u16()), Self.colorSteps))
    }
    let (green, blue, red, white) = (try color(), try color(), try color(), try color())
    let maximum = Rational(Int32(clamping: try reader.u32()), Self.luminanceSteps)
    let minimum = Rational(Int32(clamping: try reader.u32()), Self.luminanceSteps)
    self.init(
      primaries: Primaries(red: red, green: green, blue: blue, whitePoint: white),
      luminance: Luminance(minimum: minimum, maximum: maximum))
  }
}

extension ContentLightLevel {
  /// The payload of `clli`: two numbers of 16 bits.
  var payload: [UInt8] {
    var writer = ByteWriter()
    writer.u16(UInt16(clamping: maximum))
    writer.u16(UInt16(clamping: maximumAverage))
    return writer.bytes
  }

  /// - Throws: `damagedContainer` for too few bytes.
  init(payload: [UInt8]) throws {
    var reader = ByteReader(payload, boxType: "clli")
    self.init(maximum: UInt32(try reader.u16()), maximumAverage: UInt32(try reader.u16()))
  }
}
