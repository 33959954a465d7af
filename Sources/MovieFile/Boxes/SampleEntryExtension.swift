package import Bitstreams

/// A box after the fields of a sample entry.
package enum SampleEntryExtension: Hashable, Sendable {
  case color(ColorInformation)
  case pixelAspectRatio(PixelSpacing)
  case cleanAperture(CleanAperture)
  /// `fiel`: the number of fields, and their order as QuickTime numbers it (0, 1, 6, 9, 14).
  case fields(count: UInt8, detail: UInt8)
  /// `btrt`, in bytes and bits per second.
  case bitRate(bufferSize: UInt32, maximum: UInt32, average: UInt32)
  /// `clli`, in cd/m².
  case contentLightLevel(maximum: UInt16, frameAverage: UInt16)
  /// `mdcv`: the payload of the mastering display SEI message (H.265 D.2.28), 24 bytes.
  case masteringDisplay([UInt8])
  /// Any other box: codec configuration (`avcC`, `esds`, …), `chan`, `wave`, unknown boxes.
  case box(OpaqueBox)

  /// Reads a box; a box of a known type whose payload is too short stays a plain box.
  init(_ box: Box) {
    self = (try? Self.known(box)) ?? .box(box.opaque)
  }

  private static func known(_ box: Box) throws -> SampleEntryExtension? {
    var reader = box.contents
    switch box.type {
    case "colr": return try ColorInformation(&reader).map { .color($0) }
    case "pasp":
      return .pixelAspectRatio(PixelSpacing(horizontal: try reader.u32(), vertical: try reader.u32()))
    case "clap": return .cleanAperture(try CleanAperture(&reader))
    case "fiel": return .fields(count: try reader.u8(), detail: try reader.u8())
    case "btrt":
      return .bitRate(bufferSize: try reader.u32(), maximum: try reader.u32(), average: try reader.u32())
    case "clli": return .contentLightLevel(maximum: try reader.u16(), frameAverage: try reader.u16())
    case "mdcv": return .masteringDisplay(try reader.bytes(24))
    default: return nil
    }
  }

  /// Returns the box in the form that it has in this file format.
  package func box(in format: FileFormat) -> OpaqueBox {
    switch self {
    case .color(let color): color.box(in: format)
    case .pixelAspectRatio(let ratio):
      OpaqueBox("pasp") {
        $0.u32(ratio.horizontal)
        $0.u32(ratio.vertical)
      }
    case .cleanAperture(let aperture): aperture.box
    case .fields(let count, let detail): OpaqueBox("fiel", [count, detail])
    case .bitRate(let bufferSize, let maximum, let average):
      OpaqueBox("btrt") { box in [bufferSize, maximum, average].forEach { box.u32($0) } }
    case .contentLightLevel(let maximum, let frameAverage):
      OpaqueBox("clli") {
        $0.u16(maximum)
        $0.u16(frameAverage)
      }
    case .masteringDisplay(let payload): OpaqueBox("mdcv", payload)
    case .box(let box): box
    }
  }
}

/// `colr` (ISO 14496-12 12.1.5; QuickTime's `nclc`).
package enum ColorInformation: Hashable, Sendable {
  /// Code points of ISO 23001-8 (H.273).
  case coded(primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool)
  /// An ICC profile: `prof` or `rICC`.
  case profile(FourCC, [UInt8])

  /// Creates the information from a bitstream's colour.
  package init(_ color: CodedColor) {
    self = .coded(
      primaries: UInt16(color.primaries), transfer: UInt16(color.transfer), matrix: UInt16(color.matrix),
      isFullRange: color.isFullRange)
  }

  /// Reads a colour box; `nil` for a kind that is neither of the two.
  init?(_ reader: inout ByteReader) throws {
    switch try reader.fourCC() {
    case "nclx":
      self = .coded(
        primaries: try reader.u16(), transfer: try reader.u16(), matrix: try reader.u16(),
        isFullRange: try reader.u8() & 0x80 != 0)
    case "nclc":
      self = .coded(
        primaries: try reader.u16(), transfer: try reader.u16(), matrix: try reader.u16(), isFullRange: false)
    case let type where type == "prof" || type == "rICC": self = .profile(type, reader.rest())
    default: return nil
    }
  }

  /// Returns the box. ISO files have `nclx`. QuickTime files have `nclc`, which states no range, so full range is
  /// written as `nclx` there too.
  func box(in format: FileFormat) -> OpaqueBox {
    OpaqueBox("colr") { box in
      switch self {
      case .coded(let primaries, let transfer, let matrix, let isFullRange):
        let saysRange = !format.isQuickTime || isFullRange
        box.fourCC(saysRange ? "nclx" : "nclc")
        box.u16(primaries)
        box.u16(transfer)
        box.u16(matrix)
        if saysRange { box.u8(isFullRange ? 0x80 : 0) }
      case .profile(let type, let profile):
        box.fourCC(type)
        box.append(profile)
      }
    }
  }
}

/// The pixel aspect ratio in `pasp` (ISO 14496-12 12.1.4), whose terms have more bits than those in a bitstream.
package struct PixelSpacing: Hashable, Sendable {
  package var horizontal: UInt32
  package var vertical: UInt32

  package init(horizontal: UInt32, vertical: UInt32) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// `clap`: the part of the coded picture to show (ISO 14496-12 12.1.4), in coded pixels.
package struct CleanAperture: Hashable, Sendable {
  package var width: Fraction
  package var height: Fraction
  /// The centre of the part relative to the picture's centre.
  package var horizontalOffset: Fraction
  package var verticalOffset: Fraction

  package struct Fraction: Hashable, Sendable {
    package var numerator: Int32
    package var denominator: UInt32

    package init(_ numerator: Int32, _ denominator: UInt32 = 1) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The quotient; 0 if the denominator is 0.
    package var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
  }

  package init(width: Fraction, height: Fraction, horizontalOffset: Fraction, verticalOffset: Fraction) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }

  init(_ reader: inout ByteReader) throws {
    func fraction() throws -> Fraction { Fraction(try reader.i32(), try reader.u32()) }
    width = try fraction()
    height = try fraction()
    horizontalOffset = try fraction()
    verticalOffset = try fraction()
  }

  var box: OpaqueBox {
    OpaqueBox("clap") { box in
      for fraction in [width, height, horizontalOffset, verticalOffset] {
        box.i32(fraction.numerator)
        box.u32(fraction.denominator)
      }
    }
  }
}
