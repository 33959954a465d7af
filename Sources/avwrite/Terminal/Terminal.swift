internal import AVWritePipeline
internal import Glibc

/// The abilities of the standard error as a terminal.
struct Terminal {
  /// A Boolean value that says whether lines can be redrawn on the terminal.
  let isInteractive: Bool
  let usesColour: Bool

  init() {
    let kind = Self.environment("TERM") ?? "dumb"
    isInteractive = isatty(STDERR_FILENO) == 1 && kind != "dumb"
    // no-color.org: any value except the empty one asks for plain text.
    usesColour = isInteractive && (Self.environment("NO_COLOR") ?? "").isEmpty
  }

  /// Returns whether the process is in the foreground of a terminal. In the background, the screen, the keys and the
  /// modes belong to another process. A terminal without job control has no background.
  static func isInForeground(of descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// A Boolean value that says whether text can be written now without waiting.
  var isWritable: Bool {
    var question = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&question, 1, 0) > 0 && question.revents & Int16(POLLOUT) != 0
  }

  /// The present number of columns, or 80 if the terminal does not report it.
  var width: Int { size.width }

  /// The present number of columns and rows, or 80 and 24 if the terminal does not report them.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The present size, with the size of a cell if the terminal reports it.
  var pictureSize: TerminalSize {
    let (columns, rows) = self.size
    var size = TerminalSize(columns: columns, rows: rows)
    var window = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_xpixel > 0, window.ws_ypixel > 0 else {
      return size
    }
    (size.cellWidth, size.cellHeight) = (
      Double(window.ws_xpixel) / Double(columns), Double(window.ws_ypixel) / Double(rows)
    )
    return size
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
