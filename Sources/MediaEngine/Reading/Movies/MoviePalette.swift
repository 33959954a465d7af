import MediaInterop
import MovieFile

/// The color table of a movie's indexed pictures (QuickTime File Format, "Video sample description").
struct MoviePalette {
  /// The colours, each `0xAARRGGBB`.
  private(set) var colors = [UInt32](repeating: 0, count: 256)

  private static let opaque: UInt32 = 0xFF00_0000
  /// The flag in an entry's depth that states that the table has only greys.
  private static let isGrey: UInt16 = 0x20

  /// Makes the palette of a sample entry; `nil` for pictures whose samples are colours, not indices.
  init?(_ entry: SampleEntry) {
    guard case .video(let fields) = entry.fields, [1, 2, 4, 8].contains(fields.depth & 0x1F) else { return nil }
    let count = 1 << Int(fields.depth & 0x1F)
    if fields.depth & Self.isGrey == 0, !fields.colorTable.isEmpty {
      read(fields.colorTable)
    } else if fields.depth & Self.isGrey == 0, count == 256 {
      setStandardColors()
    } else {
      // White comes first.
      for place in 0..<count { set(place, grey: 255 - place * 255 / (count - 1)) }
    }
  }

  /// Reads a table: a seed, flags, the last index, and for each entry its index and three components of 16 bits.
  private mutating func read(_ table: [UInt8]) {
    for (place, start) in stride(from: 8, through: table.count - 8, by: 8).enumerated() where place < 256 {
      let (red, green, blue) = (UInt32(table[start + 2]), UInt32(table[start + 4]), UInt32(table[start + 6]))
      colors[place] = Self.opaque | red << 16 | green << 8 | blue
    }
  }

  /// Sets the standard colours of 8 bits: six steps each of red, green and blue, from white on and without black; ten
  /// more each of red, green, blue and grey; and black.
  private mutating func setStandardColors() {
    for place in 0..<215 {
      let (red, green, blue) = (5 - place / 36, 5 - place / 6 % 6, 5 - place % 6)
      colors[place] = Self.opaque | UInt32(red * 51) << 16 | UInt32(green * 51) << 8 | UInt32(blue * 51)
    }
    let steps: [UInt32] = [0xEE, 0xDD, 0xBB, 0xAA, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11]
    for (ramp, factor) in [UInt32(0x1_0000), 0x100, 1, 0x1_0101].enumerated() {
      for (step, value) in steps.enumerated() { colors[215 + ramp * 10 + step] = Self.opaque | value * factor }
    }
    colors[255] = Self.opaque
  }

  private mutating func set(_ place: Int, grey: Int) { colors[place] = Self.opaque | UInt32(grey) * 0x1_0101 }

  var sideData: SideData { SideData(.palette, colors.withUnsafeBytes { [UInt8]($0) }) }
}
