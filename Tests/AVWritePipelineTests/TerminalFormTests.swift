import AVFoundation
import Foundation
import Testing

@testable import AVWritePipeline

/// Pictures as a terminal shows them.
@Suite struct TerminalFormTests {
  /// Six columns and five rows: from black to red and to blue, with a grey row and a white point.
  private static let grid = PictureGrid(
    columns: 6, rows: 5,
    points: (0..<30).map { index -> PictureGrid.Point in
      let (column, row) = (index % 6, index / 6)
      if row == 2 { return PictureGrid.Point(red: 128, green: 128, blue: 128) }
      if (column, row) == (5, 4) { return PictureGrid.Point(red: 255, green: 255, blue: 255) }
      return PictureGrid.Point(red: UInt8(column * 51), green: 0, blue: UInt8(row * 60))
    })

  /// A text with a line for each cell.
  private static func shown(_ text: String) -> String {
    text.replacingOccurrences(of: "\u{1B}", with: "␛").replacingOccurrences(of: "▀", with: "▀\n")
      .replacingOccurrences(of: "␛[0m", with: "␛[0m\n")
  }

  @Test func `half blocks in all colours`() {
    let size = TerminalSize(columns: 10, rows: 6)
    let text = TerminalForm.halfBlocks(.all).text(Self.grid, in: size)
    #expect(
      Self.shown(text)
        == """
        ␛[2;3H␛[38;2;0;0;0;48;2;0;0;60m▀
        ␛[38;2;51;0;0;48;2;51;0;60m▀
        ␛[38;2;102;0;0;48;2;102;0;60m▀
        ␛[38;2;153;0;0;48;2;153;0;60m▀
        ␛[38;2;204;0;0;48;2;204;0;60m▀
        ␛[38;2;255;0;0;48;2;255;0;60m▀
        ␛[0m
        ␛[3;3H␛[38;2;128;128;128;48;2;0;0;180m▀
        ␛[48;2;51;0;180m▀
        ␛[48;2;102;0;180m▀
        ␛[48;2;153;0;180m▀
        ␛[48;2;204;0;180m▀
        ␛[48;2;255;0;180m▀
        ␛[0m
        ␛[4;3H␛[38;2;0;0;240m▀
        ␛[38;2;51;0;240m▀
        ␛[38;2;102;0;240m▀
        ␛[38;2;153;0;240m▀
        ␛[38;2;204;0;240m▀
        ␛[38;2;255;255;255m▀
        ␛[0m

        """)
  }

  @Test func `half blocks in the colours of xterm's palette`() {
    let size = TerminalSize(columns: 6, rows: 4)
    let text = TerminalForm.halfBlocks(.palette).text(Self.grid, in: size)
    #expect(
      Self.shown(text)
        == """
        ␛[1;1H␛[38;5;16;48;5;17m▀
        ␛[38;5;233;48;5;235m▀
        ␛[38;5;52;48;5;53m▀
        ␛[38;5;88;48;5;89m▀
        ␛[38;5;160;48;5;161m▀
        ␛[38;5;196;48;5;197m▀
        ␛[0m
        ␛[2;1H␛[38;5;244;48;5;19m▀
        ␛[48;5;55m▀
        ▀
        ␛[48;5;91m▀
        ␛[48;5;163m▀
        ␛[48;5;199m▀
        ␛[0m
        ␛[3;1H␛[38;5;21m▀
        ␛[38;5;57m▀
        ▀
        ␛[38;5;93m▀
        ␛[38;5;165m▀
        ␛[38;5;231m▀
        ␛[0m

        """)
  }

  @Test func `colours of the palette are the nearest`() {
    for (red, green, blue, number) in [
      (0, 0, 0, 16), (255, 255, 255, 231), (255, 0, 0, 196), (95, 135, 175, 67), (8, 8, 8, 232), (238, 238, 238, 255),
      (128, 128, 128, 244), (100, 100, 100, 241), (250, 10, 5, 196),
    ] {
      let point = PictureGrid.Point(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      #expect(HalfBlocks.number(point) == number, "\(red) \(green) \(blue): \(HalfBlocks.number(point))")
    }
  }

  @Test(arguments: [
    (["TERM": "xterm"], TerminalForm.halfBlocks(.palette)), ([:], .halfBlocks(.palette)),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .halfBlocks(.all)),
    (["TERM": "xterm-direct"], .halfBlocks(.all)),
    (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm", "KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "foot"], .sixel),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .sixel),
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"], .halfBlocks(.all)),
    (["TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0", "TERM_PROGRAM": "WezTerm"], .halfBlocks(.palette)),
    (["TERM": "screen", "STY": "1.pts", "TERM_PROGRAM": "WezTerm", "COLORTERM": "truecolor"], .halfBlocks(.palette)),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0", "COLORTERM": "truecolor"], .halfBlocks(.all)),
  ])
  func `a terminal's variables say what it has`(environment: [String: String], form: TerminalForm) {
    #expect(TerminalForm(environment: environment) == form)
  }

  @Test func `a picture as kitty's terminal takes it has all its bytes, in parts`() throws {
    let points = (0..<4000).map { index -> PictureGrid.Point in
      PictureGrid.Point(red: UInt8(index % 256), green: UInt8(index / 256), blue: UInt8(index % 7))
    }
    let grid = PictureGrid(columns: 80, rows: 50, points: points)
    let text = KittyPicture.text(grid, columns: 10, rows: 4)
    let parts = text.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(parts.count == 4 && parts.allSatisfy { $0.hasPrefix("\u{1B}_G") })
    #expect(parts.first?.hasPrefix("\u{1B}_Ga=T,f=24,s=80,v=50,c=10,r=4,") == true)
    #expect(parts.map { $0.contains("m=1;") } == [true, true, true, false])
    let data = parts.map { $0.split(separator: ";", maxSplits: 1).last ?? "" }.joined()
    #expect(try [UInt8](#require(Data(base64Encoded: data))) == points.flatMap { [$0.red, $0.green, $0.blue] })
  }

  /// Reads sixels as a terminal does, to points of percent.
  private static func read(_ text: String, columns: Int, rows: Int) -> [[Int]] {
    var points = [[Int]](repeating: [], count: columns * rows)
    var palette: [Int: [Int]] = [:]
    var (colour, column, top) = (0, 0, 0)
    let characters = Array(text.utf8)
    var place = (characters.firstIndex(of: UInt8(ascii: "q")) ?? 0) + 1
    func numbers() -> [Int] {
      var text = ""
      while place < characters.count, (48...57).contains(characters[place]) || characters[place] == 59 {
        text.append(Character(UnicodeScalar(characters[place])))
        place += 1
      }
      return text.split(separator: ";").compactMap { Int($0) }
    }
    func put(_ sixel: UInt8, _ count: Int) {
      for _ in 0..<count {
        for bit in 0..<6 where (sixel - 63) & 1 << UInt8(bit) != 0 {
          points[(top + bit) * columns + column] = palette[colour] ?? []
        }
        column += 1
      }
    }
    while place < characters.count, characters[place] != 0x1B {
      let character = characters[place]
      place += 1
      switch character {
      case UInt8(ascii: "\""): _ = numbers()
      case UInt8(ascii: "#"):
        let values = numbers()
        colour = values[0]
        if values.count == 5 { palette[colour] = Array(values[2...]) }
      case UInt8(ascii: "!"):
        let count = numbers()[0]
        place += 1
        put(characters[place - 1], count)
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"): (column, top) = (0, top + 6)
      default: put(character, 1)
      }
    }
    return points
  }

  @Test func `sixels have every point of the picture, near its colour`() {
    let (columns, rows) = (37, 20)
    let points = (0..<(columns * rows)).map { index -> PictureGrid.Point in
      let (column, row) = (index % columns, index / columns)
      return PictureGrid.Point(red: UInt8(column * 6), green: UInt8(row * 12), blue: 255)
    }
    let text = SixelPicture.text(PictureGrid(columns: columns, rows: rows, points: points))
    let read = Self.read(text, columns: columns, rows: rows)
    for (point, shown) in zip(points, read) {
      guard shown.count == 3 else {
        Issue.record("a point is missing")
        return
      }
      for (value, percent) in zip([point.red, point.green, point.blue], shown) {
        #expect(abs(Int(value) - percent * 255 / 100) <= 52)
      }
    }
  }

  @Test(arguments: [
    TerminalForm.halfBlocks(.all), .halfBlocks(.palette), .kitty, .sixel,
  ])
  func `a picture leaves the last row to the line`(form: TerminalForm) throws {
    for (columns, rows) in [(80, 24), (10, 2), (1, 1), (200, 60)] {
      let size = TerminalSize(columns: columns, rows: rows)
      let area = form.area(size)
      #expect(area.columns >= 1 && area.rows >= 1)
      if case .halfBlocks = form {
        #expect(area.columns == columns && area.rows == max(1, rows - 1) * 2)
        continue
      }
      #expect(Double(area.columns) <= Double(columns) * size.cellWidth)
      #expect(Double(area.rows) <= Double(size.pictureRows) * size.cellHeight)
      // A picture fills the area in one direction.
      for (width, height) in [(area.columns, area.rows), (area.columns, (area.rows + 1) / 2), (1, area.rows)] {
        let points = [PictureGrid.Point](repeating: .init(red: 9, green: 9, blue: 9), count: width * height)
        let text = form.text(PictureGrid(columns: width, rows: height, points: points), in: size)
        let place = try #require(try /^\x1B\[(\d+);(\d+)H/.firstMatch(in: text))
        var cells = (
          columns: Int((Double(width) / size.cellWidth).rounded(.up)),
          rows: Int((Double(height) / size.cellHeight).rounded(.up))
        )
        if form == .kitty {
          let keys = try #require(try /,c=(\d+),r=(\d+),/.firstMatch(in: text))
          cells = (try #require(Int(keys.1)), try #require(Int(keys.2)))
        }
        #expect(try #require(Int(place.1)) - 1 + cells.rows <= size.pictureRows)
        #expect(try #require(Int(place.2)) - 1 + cells.columns <= columns)
      }
    }
  }

  @Test func `texts are written over half blocks, in the middle of the last rows, and none of them is obeyed`() {
    let points = [PictureGrid.Point](repeating: .init(red: 0, green: 0, blue: 0), count: 20 * 12)
    var grid = PictureGrid(columns: 20, rows: 12, points: points)
    let size = TerminalSize(columns: 30, rows: 9)
    let without = TerminalForm.halfBlocks(.all).text(grid, in: size)
    grid.lines = ["One line", "a line that is longer than the picture", "你好\u{1B}[2J"]
    let text = TerminalForm.halfBlocks(.all).text(grid, in: size)
    #expect(text.hasPrefix(without))
    #expect(
      Self.shown(String(text.dropFirst(without.count)))
        == """
        ␛[3;12H␛[97;40mOne line␛[0m
        ␛[4;9H␛[97;40ma line that is␛[0m
        ␛[5;8H␛[97;40mlonger than the␛[0m
        ␛[6;12H␛[97;40mpicture␛[0m
        ␛[7;9H␛[97;40m你好\\u{1b}[2J␛[0m

        """)
    #expect(TerminalText.lines("aaaaaaa", columns: 3) == ["aaa", "aaa", "a"])
    #expect(TerminalText.lines("你好你好", columns: 3) == ["你", "好", "你", "好"])
    #expect(!TerminalForm.halfBlocks(.all).drawsTexts && TerminalForm.kitty.drawsTexts)
  }
}
