internal import AVFoundation

/// A picture as DEC's sixels: bands of six rows, each a line for every colour in it.
enum SixelPicture {
  /// The number of levels of red, green and blue in the palette. Terminals have 256 colours.
  private static let levels = (red: 6, green: 7, blue: 6)
  private static let bandRows = 6
  /// The order of dithering over four by four points, which hides the edges between the palette's colours.
  private static let spread = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  static func text(_ grid: PictureGrid) -> String {
    var text = "\u{1B}P0;1;0q\"1;1;\(grid.columns);\(grid.rows)" + palette
    for top in stride(from: 0, to: grid.rows, by: bandRows) {
      var lines: [Int: [UInt8]] = [:]
      for row in top..<min(grid.rows, top + bandRows) {
        for column in 0..<grid.columns {
          let number = number(grid[column, row], column, row)
          lines[number, default: [UInt8](repeating: 0, count: grid.columns)][column] |= 1 << UInt8(row - top)
        }
      }
      for number in lines.keys.sorted() { text += "#\(number)" + packed(lines[number] ?? []) + "$" }
      text += "-"
    }
    return text + "\u{1B}\\"
  }

  private static var palette: String {
    var text = ""
    for red in 0..<levels.red {
      for green in 0..<levels.green {
        for blue in 0..<levels.blue {
          let percents = [
            red * 100 / (levels.red - 1), green * 100 / (levels.green - 1), blue * 100 / (levels.blue - 1),
          ]
          let number = (red * levels.green + green) * levels.blue + blue
          text += "#\(number);2;" + percents.map(String.init).joined(separator: ";")
        }
      }
    }
    return text
  }

  private static func number(_ point: PictureGrid.Point, _ column: Int, _ row: Int) -> Int {
    let share = spread[row % 4 * 4 + column % 4]
    func level(_ value: UInt8, _ count: Int) -> Int { (Int(value) * (count - 1) * 16 / 255 + share) / 16 }
    return
      (min(levels.red - 1, level(point.red, levels.red)) * levels.green
      + min(levels.green - 1, level(point.green, levels.green))) * levels.blue
      + min(levels.blue - 1, level(point.blue, levels.blue))
  }

  /// Returns sixels as characters, with repetitions as `!count`.
  private static func packed(_ sixels: [UInt8]) -> String {
    var text = ""
    var start = 0
    while start < sixels.count {
      let end = sixels[start...].firstIndex { $0 != sixels[start] } ?? sixels.count
      let character = String(UnicodeScalar(63 + sixels[start]))
      text += end - start > 3 ? "!\(end - start)\(character)" : String(repeating: character, count: end - start)
      start = end
    }
    return text
  }
}
