import DeviceInterop
import Dispatch
import Foundation
import MediaSupport
import Synchronization
import TestSupport
import Testing

/// SDL's windows by its driver that draws in memory: what has to be the same without a screen.
@Suite(.serialized) struct SDLWindowTests {
  /// A picture that tells when it is read, which is when it is drawn.
  private static func picture(_ width: Int, _ height: Int, onRead: @escaping @Sendable () -> Void) -> ScreenPicture {
    ScreenPicture(width: width, height: height, orientation: PictureOrientation(quarterTurns: 1, isMirrored: true)) {
      draw in
      let bytes = [UInt8](repeating: 99, count: width * height * 4)
      bytes.withUnsafeBytes { memory in if let base = memory.baseAddress { draw(base, width * 4) } }
      onRead()
    }
  }

  private func open() throws -> (any PictureWindow)? {
    do {
      return try PictureWindows.open(title: "test", driver: "dummy") { _ in }
    } catch let error as MediaError where "\(error)".contains("cannot be loaded") {
      print("skipped: \(error)")
      return nil
    }
  }

  @Test func `windows are opened, shown pictures and closed from any thread, again and again`() async throws {
    try await bounded {
      for _ in 0..<3 {
        guard let first = try open(), let second = try open() else { return }
        let drawn = DispatchSemaphore(value: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
          let window = number % 2 == 0 ? first : second
          window.show(Self.picture(16 + number, 9) { drawn.signal() })
          window.setFullScreen(number < 4)
          window.setTitle("\(number)")
        }
        // Of pictures that follow each other quickly the last is drawn.
        #expect(drawn.wait(timeout: .now() + hangLimit) == .success)
        second.close()
        second.show(Self.picture(1, 1) { Issue.record("a closed window is drawn in") })
        first.show(Self.picture(4000, 3000) { drawn.signal() })
        #expect(drawn.wait(timeout: .now() + hangLimit) == .success)
        first.close()
        first.close()
      }
    }
  }

  @Test func `a display that is not there is an error`() async throws {
    try await bounded {
      guard try open() != nil else { return }
      let error = #expect(throws: MediaError.self) {
        try PictureWindows.open(title: "test", driver: "no such driver") { _ in }
      }
      #expect(error?.kind == .deviceUnavailable)
    }
  }
}
