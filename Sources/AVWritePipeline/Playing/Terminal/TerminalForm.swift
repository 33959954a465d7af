internal import AVFoundation

/// A terminal that shows pictures.
package struct TerminalScreen: Sendable {
  package var form: TerminalForm
  /// A closure that returns the terminal's size. It is called for each picture, on any thread.
  package var size: @Sendable () -> TerminalSize
  /// A closure that writes control sequences to the terminal. It is called for one picture at a time.
  package var draw: @Sendable (String) -> Void

  package init(
    form: TerminalForm, size: @escaping @Sendable () -> TerminalSize, draw: @escaping @Sendable (String) -> Void
  ) {
    (self.form, self.size, self.draw) = (form, size, draw)
  }
}

/// The size of a terminal.
package struct TerminalSize: Sendable, Hashable {
  /// The number of columns and rows, in cells.
  package var columns: Int
  package var rows: Int
  /// The size of a cell in pixels. Where the terminal does not say it, cells are twice as high as they are wide.
  package var cellWidth = 8.0
  package var cellHeight = 16.0

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The number of rows for pictures: the last row is the state line's.
  package var pictureRows: Int { max(1, rows - 1) }
}

/// The way in which a terminal shows pictures. A pure value.
package enum TerminalForm: Sendable, Hashable {
  /// Each cell is an upper half block, whose two colours are two points of the picture.
  case halfBlocks(TerminalColours)
  /// The graphics protocol of the kitty terminal.
  case kitty
  /// DEC's sixels.
  case sixel

  /// Creates the form for a terminal from its environment variables. An unknown terminal gets half blocks, with all
  /// colours if it states that it supports them.
  package init(environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    let program = environment["TERM_PROGRAM"] ?? ""
    // Multiplexers inherit the variables of a terminal whose graphics they do not pass on.
    let isScreen = environment["STY"] != nil || kind.hasPrefix("screen") && environment["TMUX"] == nil
    let isMultiplexed = isScreen || environment["TMUX"] != nil || kind.hasPrefix("tmux")
    if isMultiplexed {
      // If screen(1) does not know a sequence, it shows it as something else.
      self = .halfBlocks(isScreen ? .palette : TerminalColours(environment))
    } else if kind.contains("kitty") || kind.contains("ghostty") || environment["KITTY_WINDOW_ID"] != nil {
      self = .kitty
    } else if kind.hasPrefix("foot") || kind.hasPrefix("mlterm") || kind.contains("sixel") || program == "WezTerm" {
      self = .sixel
    } else {
      self = .halfBlocks(TerminalColours(environment))
    }
  }

  /// The largest size of a picture that is sent as pixels: terminals read these as text.
  private static let mostPixels = (width: 640.0, height: 400.0)

  /// Returns the number of points that a picture may have, and the shape of a point.
  func area(_ size: TerminalSize) -> PicturePresenter.Area {
    switch self {
    case .halfBlocks: return (size.columns, size.pictureRows * 2, size.cellWidth / (size.cellHeight / 2))
    case .kitty, .sixel:
      let (width, height) = (Double(size.columns) * size.cellWidth, Double(size.pictureRows) * size.cellHeight)
      let scale = min(1, Self.mostPixels.width / width, Self.mostPixels.height / height)
      return (max(1, Int(width * scale)), max(1, Int(height * scale)), 1)
    }
  }

  /// A Boolean value that says whether texts are drawn into pictures. In half blocks they are written over them
  /// instead: two points to a cell are too few for letters.
  var drawsTexts: Bool { if case .halfBlocks = self { false } else { true } }

  /// Returns the text with which a terminal shows a picture, in the middle of all rows but the last.
  func text(_ grid: PictureGrid, in size: TerminalSize) -> String {
    switch self {
    case .halfBlocks(let colours):
      return HalfBlocks(colours: colours).text(
        grid, left: (size.columns - grid.columns) / 2, top: (size.pictureRows - (grid.rows + 1) / 2) / 2)
    case .kitty:
      let area = area(size)
      let columns = max(1, grid.columns * size.columns / area.columns)
      let rows = max(1, grid.rows * size.pictureRows / area.rows)
      let place = TerminalText.place(column: (size.columns - columns) / 2, row: (size.pictureRows - rows) / 2)
      return place + KittyPicture.text(grid, columns: columns, rows: rows)
    case .sixel:
      let columns = Int((Double(grid.columns) / size.cellWidth).rounded(.up))
      let rows = Int((Double(grid.rows) / size.cellHeight).rounded(.up))
      let place = TerminalText.place(column: (size.columns - columns) / 2, row: (size.pictureRows - rows) / 2)
      return place + SixelPicture.text(grid)
    }
  }
}

/// The colours of a terminal.
package enum TerminalColours: Sendable, Hashable {
  /// Any colour of 24 bits.
  case all
  /// The 256 colours of xterm: a cube of six levels and a ramp of greys.
  case palette

  fileprivate init(_ environment: [String: String]) {
    let hasAll =
      ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
      || environment["TERM"]?.hasSuffix("-direct") == true
    self = hasAll ? .all : .palette
  }
}
