import Foundation
import Synchronization

/// An X server for one test, with a screen in memory of which screenshots can be taken. It ends when it is released.
package final class XServer: Sendable {
  package static let (width, height) = (640, 480)

  private let process: Mutex<Process?>
  /// The address by which programs find the server, as in the variable `DISPLAY`.
  package let display: String

  /// Returns whether a test can use one. If not, prints what is skipped.
  package static func isInstalled(for what: String) -> Bool {
    Tool.xvfb.isInstalled(for: what) && Tool.ffmpeg.isInstalled(for: what)
  }

  /// Starts the server, and waits until it accepts connections.
  ///
  /// - Throws: `Tool.Failure` where it does not come up.
  package init() throws {
    guard let path = Tool.xvfb.path else { throw Tool.Failure(description: "Xvfb is not installed") }
    let process = Process()
    let number = Pipe()
    process.standardOutput = number
    process.standardError = FileHandle.nullDevice
    // The server chooses a free number, and prints it when it is ready.
    let screen = "\(Self.width)x\(Self.height)x24"
    try process.start(path, ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"])
    let told = String(decoding: number.fileHandleForReading.availableData, as: UTF8.self)
    guard let number = Int(told.filter(\.isNumber)) else {
      process.terminate()
      throw Tool.Failure(description: "Xvfb does not come up")
    }
    display = ":\(number)"
    self.process = Mutex(process)
  }

  deinit { kill() }

  /// Ends it at once, as a crash would.
  package func kill() {
    let process = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A part in the middle of the screen as it is now: bytes B, G, R and A.
  package func photograph(width: Int, height: Int) throws -> [UInt8] {
    let place = "\(display)+\((Self.width - width) / 2),\((Self.height - height) / 2)"
    return try Tool.ffmpeg.run([
      "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "\(width)x\(height)", "-i", place,
      "-frames:v", "1", "-pix_fmt", "bgra", "-f", "rawvideo", "-",
    ]).bytes
  }
}
