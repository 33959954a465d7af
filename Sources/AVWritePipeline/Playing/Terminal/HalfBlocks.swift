internal import AVFoundation

/// A picture as upper half blocks: each has the colour of its upper point, on the colour of its lower one. The
/// picture's texts are written over it.
struct HalfBlocks {
  let colours: TerminalColours

  /// - Parameters:
  ///   - left: the column of the picture's first cell, from 0.
  ///   - top: the row of the picture's first cell, from 0.
  func text(_ grid: PictureGrid, left: Int, top: Int) -> String {
    var text = ""
    for row in stride(from: 0, to: grid.rows, by: 2) {
      text += TerminalText.place(column: left, row: top + row / 2)
      var (upper, lower) = ("", "")
      for column in 0..<grid.columns {
        let foreground = colour(grid[column, row])
        let background = row + 1 < grid.rows ? colour(grid[column, row + 1]) : nil
        var attributes: [String] = []
        if foreground != upper { attributes.append("38;" + foreground) }
        if let background, background != lower { attributes.append("48;" + background) }
        if !attributes.isEmpty { text += "\u{1B}[" + attributes.joined(separator: ";") + "m" }
        (upper, lower) = (foreground, background ?? lower)
        text += "▀"
      }
      text += "\u{1B}[0m"
    }
    return text + lines(of: grid, left: left, bottom: top + (grid.rows + 1) / 2)
  }

  /// Returns the lines of a picture's texts, in the middle at its bottom: white on black.
  ///
  /// - Parameter bottom: the row after the picture's last.
  private func lines(of grid: PictureGrid, left: Int, bottom: Int) -> String {
    let lines = grid.lines.flatMap { TerminalText.lines($0, columns: grid.columns) }.suffix((grid.rows + 1) / 2)
    return zip(lines, (bottom - lines.count)...).map { line, row in
      let column = left + (grid.columns - TerminalText.width(of: line)) / 2
      return TerminalText.place(column: column, row: row) + "\u{1B}[97;40m\(line)\u{1B}[0m"
    }.joined()
  }

  private func colour(_ point: PictureGrid.Point) -> String {
    switch colours {
    case .all: "2;\(point.red);\(point.green);\(point.blue)"
    case .palette: "5;\(Self.number(point))"
    }
  }

  // MARK: xterm's palette

  private static let levels = [0, 95, 135, 175, 215, 255]
  private static let (firstOfCube, firstGrey, greys) = (16, 232, 24)

  /// Returns the number of the nearest colour of the palette.
  static func number(_ point: PictureGrid.Point) -> Int {
    let wanted = [Int(point.red), Int(point.green), Int(point.blue)]
    func distance(_ colour: [Int]) -> Int { zip(colour, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    let steps = wanted.map { value in
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    let grey = min(greys - 1, max(0, (wanted.reduce(0, +) / 3 - 3) / 10))
    let light = 8 + grey * 10
    if distance([light, light, light]) < distance(steps.map { levels[$0] }) { return firstGrey + grey }
    return firstOfCube + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}
