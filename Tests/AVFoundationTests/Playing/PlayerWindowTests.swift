import AVFoundation
import DeviceInterop
import Foundation
import Synchronization
import TestSupport
import Testing

/// What `AVPlayerWindow` shows, in a window that nobody sees.
@Suite struct PlayerWindowTests {
  /// A player with its window.
  private struct Shown {
    let player: AVPlayer
    let window: AVPlayerWindow
    let screen: VirtualWindow

    init(_ url: URL, title: String = "") throws {
      player = AVPlayer(device: VirtualOutput.uid)
      player.replaceCurrentItem(with: AVPlayerItem(url: url))
      var opened: VirtualWindow?
      window = try AVPlayerWindow(player: player, title: title) { title, handler in
        let window = VirtualWindow(title: title, handler: handler)
        opened = window
        return window
      }
      screen = try #require(opened)
    }

    /// Waits for what comes of itself, and gives up where it hangs.
    func wait(line: Int = #line, until isDone: () -> Bool) throws {
      let deadline = Date(timeIntervalSinceNow: hangLimit)
      while !isDone() {
        try #require(
          Date() < deadline,
          """
          what line \(line) waits for did not happen: \(screen.pictures.count) pictures, at \(player.currentTime().seconds) s, \
          \(String(describing: player.currentItem?.duration.seconds)), rate \(player.rate)
          """)
        // What is shown can only be looked at.
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
  }

  /// The bytes of a picture as people see it.
  private static func upright(_ picture: ScreenPicture) -> [UInt8] {
    let swaps = picture.orientation.swapsSides
    let (width, height) = swaps ? (picture.height, picture.width) : (picture.width, picture.height)
    var bytes: [UInt8] = []
    picture.withBytes { base, stride in
      for row in 0..<height {
        for column in 0..<width {
          let place = picture.pixel(x: (Double(column) + 0.5) / Double(width), y: (Double(row) + 0.5) / Double(height))
          bytes += UnsafeRawBufferPointer(start: base + place.y * stride + place.x * 4, count: 4)
        }
      }
    }
    return bytes
  }

  // MARK: Pictures

  @Test(arguments: ScreenClip.Matrix.allCases)
  func `a picture has the colours of its matrix, and is upright`(matrix: ScreenClip.Matrix) async throws {
    guard Tool.ffmpeg.isInstalled(for: "nothing says what is to be seen") else { return }
    try await bounded {
      let folder = try TemporaryFolder()
      for turn in matrix == .bt709 ? ScreenClip.Turn.all : [ScreenClip.Turn.all[0]] {
        let clip = try ScreenClip(matrix, turn: turn, in: folder)
        let shown = try Shown(clip.url)
        // A player that pauses shows its first picture.
        try shown.wait { !shown.screen.pictures.isEmpty }
        let picture = shown.screen.pictures[0]
        #expect(picture.shape == (Double(clip.size.width), Double(clip.size.height)))
        let quality = try ScreenClip.quality(Self.upright(picture), clip.picture(0))
        #expect(quality >= 40, "\(matrix) \(turn): \(quality) dB")
      }
    }
  }

  @Test(arguments: [
    ("h264-anamorphic.mp4", 320.0, 180.0), ("h264-rotated.mov", 180, 320), ("mpeg4-odd.mp4", 321, 241),
    ("hevc10-hdr10.mp4", 320, 180), ("mjpeg-pcm.mov", 320, 180),
  ])
  func `pictures have their shape`(name: String, width: Double, height: Double) async throws {
    try await bounded {
      let shown = try Shown(MediaFiles.fixture(name))
      try shown.wait { !shown.screen.pictures.isEmpty }
      #expect(shown.screen.pictures[0].shape == (width, height))
    }
  }

  @Test func `every picture is shown once, in order, as a paused player is moved from one to the next`() async throws {
    try await bounded {
      let url = MediaFiles.fixture("h264-vfr.mov")
      let shown = try Shown(url)
      let bgra: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      let expected = try ReadPictures(url, settings: bgra)
      for count in 1...expected.frames.count {
        try shown.wait { shown.screen.pictures.count >= count }
        shown.player.currentItem?.step(byCount: 1)
      }
      // Behind the last there is none, and it stays.
      #expect(shown.screen.pictures.map(Self.digest) == expected.frames.map(\.digest))
      #expect(shown.window.shownCount == expected.frames.count)
    }
  }

  @Test(arguments: [Float(2), -2], ["h264-vfr.mov", "hevc10-hdr10.mp4"])
  func `while it plays pictures come in order up to the last one, forward and back`(rate: Float, name: String)
    async throws
  {
    try await bounded {
      let url = MediaFiles.fixture(name)
      let shown = try Shown(url)
      try shown.wait { !shown.screen.pictures.isEmpty && shown.player.currentItem?.status == .readyToPlay }
      if rate < 0 {
        let isThere = DispatchSemaphore(value: 0)
        let end = try #require(shown.player.currentItem?.duration)
        shown.player.seek(to: end, toleranceBefore: .zero, toleranceAfter: .zero) { _ in
          isThere.signal()
        }
        #expect(isThere.wait(timeout: .now() + hangLimit) == .success)
        try shown.wait { shown.screen.pictures.count == 2 }
      }
      let first = shown.screen.pictures.count - 1
      shown.player.rate = rate
      try shown.wait { shown.player.rate == 0 }
      let bgra: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      let expected = try ReadPictures(url, settings: bgra).frames.map(\.digest)
      if name == "h264-vfr.mov" {
        // The last one may still be on its way.
        let pictures = shown.screen.pictures[first...]
        let numbers = pictures.compactMap { expected.firstIndex(of: Self.digest($0)) }
        #expect(numbers.count == pictures.count)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { rate > 0 ? $0 < $1 : $0 > $1 })
        try shown.wait {
          Self.digest(shown.screen.pictures[shown.screen.pictures.count - 1])
            == expected[rate > 0 ? expected.count - 1 : 0]
        }
      } else {
        // Tone-mapped pictures are no reader's.
        try shown.wait { shown.screen.pictures.count > first + 1 }
      }
    }
  }

  /// As `ReadPictures.digest` takes it of a buffer.
  private static func digest(_ picture: ScreenPicture) -> Int {
    var hasher = Hasher()
    picture.withBytes { base, stride in
      for row in 0..<picture.height {
        hasher.combine(bytes: UnsafeRawBufferPointer(start: base + row * stride, count: picture.width * 4))
      }
    }
    return hasher.finalize()
  }

  // MARK: The window

  @Test func `keys and the end are told, each once, and the player goes on`() async throws {
    try await bounded {
      let shown = try Shown(MediaFiles.fixture("h264-aac-small.mp4"), title: "clip")
      let keys = Mutex<[AVPlayerWindow.Key]>([])
      let reasons = Mutex<[AVPlayerWindow.ClosingReason]>([])
      shown.window.onKey { key in keys.withLock { $0.append(key) } }
      shown.window.onClose { reason in reasons.withLock { $0.append(reason) } }
      #expect(shown.window.isOpen && shown.screen.title == "clip")
      shown.window.setTitle("other")
      shown.window.isFullScreen = true
      #expect(shown.screen.title == "other" && shown.window.isFullScreen)
      for key in [WindowKey.text("f"), .up, .down, .left, .right, .escape] { shown.screen.happen(.key(key)) }
      try shown.wait { keys.withLock { $0.count } == 6 }
      #expect(keys.withLock { $0 } == [.text("f"), .up, .down, .left, .right, .escape])
      shown.player.play()
      try shown.wait { shown.player.timeControlStatus == .playing }
      shown.screen.happen(.closing)
      try shown.wait { !shown.window.isOpen }
      shown.window.close()
      try shown.wait { reasons.withLock { $0 } == [.user] }
      #expect(shown.screen.isClosed && !shown.window.isFullScreen)
      #expect(shown.player.rate == 1)
      // One who comes late is told too.
      shown.window.onClose { reason in reasons.withLock { $0.append(reason) } }
      try shown.wait { reasons.withLock { $0 } == [.user, .user] }
      shown.player.pause()
    }
  }

  @Test(arguments: [AVPlayerWindow.ClosingReason.program, .displayLost])
  func `whoever waits for the end is told why`(reason: AVPlayerWindow.ClosingReason) async throws {
    let shown = try Shown(MediaFiles.fixture("h264-one-frame.mov"))
    async let closed = shown.window.closed()
    if reason == .program { shown.window.close() } else { shown.screen.happen(.lost) }
    #expect(await closed == reason)
    #expect(await shown.window.closed() == reason)
  }

  @Test func `a window that its program lets go of closes`() async throws {
    try await bounded {
      let player = AVPlayer(url: MediaFiles.fixture("h264-one-frame.mov"))
      var screen: VirtualWindow?
      do {
        let window = try AVPlayerWindow(player: player, title: "") { title, handler in
          let window = VirtualWindow(title: title, handler: handler)
          screen = window
          return window
        }
        #expect(window.isOpen)
      }
      #expect(try #require(screen).isClosed)
    }
  }

  @Test func `another item's pictures follow`() async throws {
    try await bounded {
      let shown = try Shown(MediaFiles.fixture("h264-one-frame.mov"))
      try shown.wait { !shown.screen.pictures.isEmpty }
      shown.player.replaceCurrentItem(with: AVPlayerItem(url: MediaFiles.fixture("mpeg4-odd.mp4")))
      try shown.wait { shown.screen.pictures.last?.width == 321 }
      shown.player.replaceCurrentItem(with: nil)
      #expect(shown.window.isOpen)
    }
  }
}
