import Foundation

/// The location of a recording: a `loci` box in ISO's user data (3GPP TS 26.244, 8.3).
package struct LocationInformation: Hashable, Sendable {
  package var language: Language
  package var name: String
  /// The position in degrees east of Greenwich, and north of the equator.
  package var longitude: Double
  package var latitude: Double
  /// The altitude in metres.
  package var altitude: Double

  package init(name: String, longitude: Double, latitude: Double, altitude: Double, language: Language = .undetermined)
  {
    self.language = language
    self.name = name
    self.longitude = longitude
    self.latitude = latitude
    self.altitude = altitude
  }

  static let type: FourCC = "loci"
  /// The number 1 in the box's fixed point, which has 16 bits after the point.
  private static let one = 65536.0

  /// - Throws: `MediaError(.damagedContainer)` for a box that is too short.
  init(_ box: Box) throws {
    var reader = box.contents
    try reader.skip(4)
    language = Language(rawValue: try reader.u16() & 0x7FFF)
    name = reader.isoText()
    // The role follows: 0 is the location where it was shot.
    try reader.skip(1)
    longitude = Double(try reader.i32()) / Self.one
    latitude = Double(try reader.i32()) / Self.one
    altitude = Double(try reader.i32()) / Self.one
  }

  /// The box for the location on earth where a recording was shot.
  package var box: OpaqueBox {
    OpaqueBox(Self.type) { box in
      box.u32(0)
      box.u16(language.rawValue)
      box.terminatedString(name)
      box.u8(0)
      for number in [longitude, latitude, altitude] {
        box.u32(UInt32(bitPattern: Int32(clamping: Int64((number * Self.one).rounded()))))
      }
      box.terminatedString("earth")
      box.terminatedString("")
    }
  }
}

/// Conversion of locations to and from ISO 6709: `+48.2082+016.3738+151.000/`.
extension LocationInformation {
  package var iso6709: String {
    String(format: "%+08.4f%+09.4f", latitude, longitude) + (altitude == 0 ? "" : String(format: "%+.3f", altitude))
      + "/"
  }

  /// Reads a location; `nil` for a text that is no location in degrees.
  package init?(iso6709 text: String, name: String = "", language: Language = .undetermined) {
    var numbers: [Double] = []
    var rest = text.prefix { $0 != "/" && $0 != "C" }
    while let sign = rest.first, sign == "+" || sign == "-" {
      let digits = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits) else { return nil }
      numbers.append(sign == "-" ? -number : number)
      rest = rest.dropFirst(1 + digits.count)
    }
    guard rest.isEmpty, (2...3).contains(numbers.count), abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else {
      return nil
    }
    self.init(
      name: name, longitude: numbers[1], latitude: numbers[0], altitude: numbers.count == 3 ? numbers[2] : 0,
      language: language)
  }
}
