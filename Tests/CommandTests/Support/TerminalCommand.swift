internal import Foundation
internal import TestSupport

/// The built `avwrite` in the foreground of a pseudoterminal: a test can type keys, and read what the command writes.
struct TerminalCommand {
  private let process = Process()
  private let output = Pipe()
  private let keyboard: Int32
  private let screen: Screen

  /// `TIOCGPTN` and `TIOCSPTLCK` (ioctl_tty(2)), whose macros Swift does not import.
  private static let (number, unlock) = (UInt(0x8004_5430), UInt(0x4004_5431))

  /// - Parameters:
  ///   - script: makes a shell of the terminal's, with job control, which has the command and its arguments as `"$0" "$@"`. Nil
  ///     leaves the terminal to the command alone.
  ///   - environment: variables beside those of the tests.
  init(
    _ arguments: [String], shell script: String? = nil, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    // The calls that <stdlib.h> has for it are not in Swift's module of it.
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked) = (Int32(0), Int32(0))
    guard keyboard >= 0, ioctl(keyboard, Self.unlock, &locked) == 0, ioctl(keyboard, Self.number, &number) == 0 else {
      throw Tool.Failure(description: "no terminal can be made")
    }
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    process.standardInput = handle
    process.standardError = handle
    process.standardOutput = output
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
      .merging(environment) { $1 }
    screen = Screen(keyboard)
    let shell = script.map { ["/bin/bash", "-c", "set -m; " + $0] } ?? []
    try process.start("/usr/bin/setsid", ["--ctty", "--wait"] + shell + [Tool.avwrite.path ?? ""] + arguments)
    // The command alone has it open then, and its end is the screen's.
    try handle.close()
  }

  /// The terminal's ways: flags of its lines, as the driver has them.
  var flags: tcflag_t {
    var ways = termios()
    tcgetattr(keyboard, &ways)
    return ways.c_lflag
  }

  /// Gives the terminal another size.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  /// Stops reading the command's output, and waits until the command cannot write any more.
  func stopReading() {
    screen.stop()
    let tasks = "/proc/\(tcgetpgrp(keyboard))/task"
    // A call to write(2) on the standard error that waits, as proc_pid_syscall(5) has it.
    waitUntil {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.contains {
        (try? String(contentsOfFile: "\(tasks)/\($0)/syscall", encoding: .utf8))?.hasPrefix("1 0x2 ") == true
      }
    }
  }

  /// Waits until a condition holds, or the command has ended.
  func waitUntil(_ condition: () -> Bool) {
    // A look each millisecond costs little, and a command that hangs ends at its limit.
    while !condition(), process.isRunning { usleep(1000) }
  }

  func signal(_ number: Int32) {
    let group = tcgetpgrp(keyboard)
    // For a terminal that is no longer open the group is 0, and the signal would go to the tests themselves.
    if group > 0 { kill(group, number) }
  }

  func type(_ text: String) { _ = text.withCString { write(keyboard, $0, strlen($0)) } }

  /// Types, and waits until all of several patterns were shown after the present end of the output, or the command has
  /// ended.
  ///
  /// - Returns: what is shown of each pattern first. It is empty where one is missing.
  @discardableResult
  func type(_ text: String, waitingFor patterns: String...) -> [String] {
    let mark = screen.count
    type(text)
    var shown: [String] = []
    waitUntil {
      let text = screen.text(from: mark)
      shown = patterns.compactMap { text.range(of: $0, options: .regularExpression).map { String(text[$0]) } }
      return shown.count == patterns.count
    }
    return shown.count == patterns.count ? shown : []
  }

  /// Types a key, and again every second until a pattern is shown after the present end of the output, or the command
  /// has ended.
  ///
  /// - Returns: A Boolean value that says whether it was shown.
  func type(_ text: String, untilItShows pattern: String) -> Bool {
    let mark = screen.count
    var (isShown, typed) = (false, ContinuousClock.Instant?.none)
    waitUntil {
      let now = ContinuousClock.now
      if typed.map({ now - $0 > .seconds(1) }) ?? true {
        type(text)
        typed = now
      }
      isShown = screen.text(from: mark).range(of: pattern, options: .regularExpression) != nil
      return isShown
    }
    return isShown
  }

  /// Everything that was written to the terminal so far.
  var shown: String { screen.text }

  /// Waits until a text is on the screen, or the command has ended.
  ///
  /// - Parameter former: what was shown before, and does not count.
  func waitUntilItShows(_ text: String, after former: String = "") {
    waitUntil { screen.text.dropFirst(former.count).contains(text) }
  }

  /// Waits for the end.
  func ending() -> Command.Ending {
    let output = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    screen.waitUntilItEnds()
    return Command.Ending(exit: process.terminationStatus, output: output, errors: screen.text)
  }

  /// Closes the terminal, and ends what still runs in it when a test fails.
  func close() {
    process.end()
    Glibc.close(keyboard)
  }
}

/// The bytes that the command wrote to the terminal.
private final class Screen: @unchecked Sendable {
  // Sendable: the bytes are touched under the lock.
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  private let end = DispatchSemaphore(value: 0)
  private var isStopped = false

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        // The error EIO means that no process has the terminal open any more.
        if count <= 0 {
          end.signal()
          return
        }
        let isOver = lock.withLock {
          bytes += buffer.prefix(count)
          return isStopped
        }
        if isOver {
          end.signal()
          return
        }
      }
    }
  }

  /// Ends reading after the present read.
  func stop() { lock.withLock { isStopped = true } }

  func waitUntilItEnds() { end.wait() }

  var text: String { text(from: 0) }

  /// The number of bytes.
  var count: Int { lock.withLock { bytes.count } }

  /// - Parameter start: the count of bytes that are left out.
  func text(from start: Int) -> String { lock.withLock { String(decoding: bytes.dropFirst(start), as: UTF8.self) } }
}
