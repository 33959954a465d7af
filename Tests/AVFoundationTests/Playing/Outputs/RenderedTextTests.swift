import CoreVideo
import DeviceInterop
import Foundation
import MediaEngine
import SoundTestSupport
import Synchronization
import TestSupport
import Testing
import TimedText

@testable import AVFoundation

enum TextDrawing {
  /// A Boolean value that says whether this machine draws texts.
  static var canDraw: Bool {
    if let problem = TextDrawer.problem { print("skipped: \(problem), so no text is drawn") }
    return TextDrawer.problem == nil
  }
}

/// Texts that are drawn, where something to draw them is installed.
@Suite(.enabled(if: TextDrawing.canDraw)) struct RenderedTextTests {
  /// The pixels of a picture that have ink, and their sums.
  private struct Ink {
    var left = Int.max
    var right = -1
    var top = Int.max
    var bottom = -1
    /// In whole pixels: each counts as much as it is covered.
    var area = 0.0
    /// The sums of blue, green and red.
    var color = [0.0, 0.0, 0.0]
    /// A Boolean value that says whether no part is more than what covers it.
    var isPremultiplied = true

    mutating func add(_ pixel: ArraySlice<UInt8>, x: Int, y: Int) {
      let parts = Array(pixel)
      guard parts[3] > 0 else { return }
      (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      area += Double(parts[3]) / 255
      for index in 0..<3 {
        color[index] += Double(parts[index]) / 255
        isPremultiplied = isPremultiplied && parts[index] <= parts[3]
      }
    }
  }

  /// Draws texts.
  private static func ink(
    _ texts: [NSAttributedString], width: Int = 640, height: Int = 360
  ) throws -> Ink {
    let canvas = DrawnText.Canvas(width: width, height: height)
    let drawn = try #require(TextDrawer().draw(SubtitleScript(texts, shape: canvas.shape).source, on: canvas))
    var ink = Ink()
    for row in 0..<drawn.height {
      for column in 0..<drawn.width {
        let index = (row * drawn.width + column) * 4
        ink.add(drawn.bytes[index..<(index + 4)], x: drawn.x + column, y: drawn.y + row)
      }
    }
    return ink
  }

  private static func ink(_ source: String, width: Int = 640, height: Int = 360) throws -> Ink {
    try ink([subRip(source)], width: width, height: height)
  }

  /// A text in a font that the tests know.
  private static func subRip(_ source: String) -> NSAttributedString {
    let text = TextForm.subRip.text(of: Array("<font face=\"DejaVu Sans\">\(source)</font>".utf8))
    return NSAttributedString(text)
  }

  @Test func `text stands at the bottom in the middle, white with a dark edge`() throws {
    let ink = try Self.ink("Every picture keeps its own time.")
    #expect(ink.top > 240 && ink.bottom < 360)
    #expect(abs((ink.left + ink.right) / 2 - 320) <= 3 && ink.right - ink.left > 150)
    #expect(ink.isPremultiplied)
    let white = ink.color.reduce(0, +) / 3
    #expect(white > ink.area * 0.2 && white < ink.area * 0.8, "\(white) of \(ink.area)")
    #expect(abs(ink.color[0] - ink.color[2]) < 1, "it has no colour")
  }

  @Test func `a picture twice as large has letters twice as large`() throws {
    let (small, large) = (try Self.ink("Time"), try Self.ink("Time", width: 1280, height: 720))
    let share = large.area / small.area
    #expect(share > 3.4 && share < 4.6, "\(share)")
    #expect(abs(Double(large.right - large.left) / Double(small.right - small.left) - 2) < 0.15)
  }

  @Test func `a picture that is higher than wide has letters that go with its width`() throws {
    let (wide, high) = (try Self.ink("Time", width: 640, height: 360), try Self.ink("Time", width: 360, height: 640))
    #expect(abs(high.area / wide.area - 1) < 0.1 && high.top > 560)
  }

  @Test func `styles, colours and places are seen`() throws {
    let plain = try Self.ink("Time")
    #expect(try Self.ink("<b>Time</b>").area > plain.area * 1.1)
    #expect(try Self.ink("<i>Time</i>").area != plain.area)
    #expect(try Self.ink("<u>Time</u>").area > plain.area * 1.05)
    let red = try Self.ink("<font color=\"red\">Time</font>")
    #expect(red.color[2] > plain.color[2] * 0.9 && red.color[0] < 1 && red.color[1] < 1)
    let top = try Self.ink("{\\an8}Time")
    #expect(top.bottom < 120)
    let right = try Self.ink("{\\an3}Time")
    #expect(right.left > 480 && right.top > 240)
    let boxed = try Self.ink([
      NSAttributedString(TextForm.webVTT.text(of: Array("<c.bg_blue>Time</c>".utf8)))
    ])
    #expect(boxed.area > plain.area * 1.5 && boxed.color[0] > boxed.color[2] * 1.5)
    let two = try Self.ink([Self.subRip("Time"), Self.subRip("Time")])
    #expect(abs(two.area - plain.area * 2) < plain.area * 0.1 && two.top < plain.top)
  }

  @Test func `commands of a script in a text are text`() throws {
    let ink = try Self.ink([NSAttributedString(StyledText([.init("{\\an8}\\N{x")]))])
    #expect(ink.top > 240)
    #expect(SubtitleScript([Self.subRip("a\nb")], shape: 16 / 9).source.contains("a\\Nb"))
  }

  @Test(arguments: PictureOrientation.all)
  func `text is upright on a picture that is shown turned`(orientation: PictureOrientation) throws {
    let (columns, rows) = (180, 100)
    let canvas =
      orientation.swapsSides
      ? DrawnText.Canvas(width: rows, height: columns) : DrawnText.Canvas(width: columns, height: rows)
    let drawn = try #require(
      TextDrawer().draw(SubtitleScript([Self.subRip("A")], shape: canvas.shape).source, on: canvas))
    var made: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, columns, rows, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
    let black = try #require(made)
    CVPixelBufferLockBaseAddress(black, [])
    memset(try #require(CVPixelBufferGetBaseAddress(black)), 0, CVPixelBufferGetBytesPerRow(black) * rows)
    CVPixelBufferUnlockBaseAddress(black, [])
    let picture = try #require(drawn.laid(over: black, orientation: orientation))
    let shown = ScreenPicture(picture, pixelShape: 1, orientation: orientation)
    var isAlike = true
    shown.withBytes { bytes, stride in
      for y in 0..<drawn.height {
        for x in 0..<drawn.width {
          let place = shown.pixel(
            x: (Double(drawn.x + x) + 0.5) / Double(canvas.width),
            y: (Double(drawn.y + y) + 0.5) / Double(canvas.height))
          let pixel = UnsafeRawBufferPointer(start: bytes + place.y * stride + place.x * 4, count: 3)
          let index = (y * drawn.width + x) * 4
          // The picture behind is black.
          isAlike = isAlike && pixel.elementsEqual(drawn.bytes[index..<(index + 3)])
        }
      }
    }
    #expect(isAlike)
    #expect(
      drawn.laid(over: black, orientation: .init(quarterTurns: orientation.quarterTurns + 1, isMirrored: false))
        == nil)
  }

  /// Keeps what it is told.
  private final class Client: NSObject, AVPlayerItemRenderedLegibleOutputPushDelegate {
    struct Call: Sendable {
      var images: [AVRenderedCaptionImage]
      var time: Double
    }

    let calls = Mutex<[Call]>([])

    func renderedLegibleOutput(
      _ output: AVPlayerItemRenderedLegibleOutput,
      didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage], forItemTime itemTime: CMTime
    ) {
      let time = (itemTime.seconds * 100).rounded() / 100
      calls.withLock { $0.append(Call(images: captionImages, time: time)) }
    }
  }

  @Test(arguments: ["h264-flac-srt.mkv", "h264-two-audio.mp4"])
  func `PI-91, PI-92: pictures of texts come at the texts' times, for the size of the video`(name: String) async throws
  {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture(name))
      let client = Client()
      let output = AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 640, height: 360))
      output.setDelegate(client, queue: DispatchQueue(label: "client"))
      output.advanceIntervalForDelegateInvocation = 10
      stepped.item.add(output)
      #expect(output.delegate === client && output.delegateQueue?.label == "client")
      try stepped.waitUntilReady()
      try stepped.device.wait { client.calls.withLock { $0.count } == 4 }
      let calls = client.calls.withLock { $0 }
      #expect(calls.map(\.time) == LegibleOutputTests.expected.map(\.time))
      #expect(calls.map(\.images.count) == [1, 0, 1, 0])
      let first = calls[0].images[0]
      #expect(first.position.y > 240 && first.position.y + CGFloat(first.pixelBuffer.height) <= 360)
      #expect(
        first.pixelBuffer.width > 150 && CVPixelBufferGetPixelFormatType(first.pixelBuffer) == kCVPixelFormatType_32BGRA
      )
      output.videoDisplaySize = CGSize(width: 1280, height: 720)
      output.advanceIntervalForDelegateInvocation = 0
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { client.calls.withLock { $0.last?.time } == 0.5 }
      let large = try #require(client.calls.withLock { $0.last?.images.first })
      #expect(abs(Double(large.pixelBuffer.width) / Double(first.pixelBuffer.width) - 2) < 0.15)
    }
  }

  @Test
  func `PI-81: a player shows texts over its pictures, unless there are none, or an output takes them`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-flac-srt.mkv"))
      try stepped.waitUntilReady()
      stepped.item.setTextTrack(.none)
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      let grids = Mutex<[PictureGrid]>([])
      let presenter = PicturePresenter(stepped.player, in: { (320, 180, 1) }) { grid in
        grids.withLock { $0.append(grid) }
      }
      defer { presenter.end() }
      /// Where a picture differs from another.
      func rows(_ one: PictureGrid, _ other: PictureGrid) -> [Int] {
        (0..<one.rows).filter { row in (0..<one.columns).contains { one[$0, row] != other[$0, row] } }
      }
      func last() -> PictureGrid? { grids.withLock { $0.last } }
      try stepped.device.wait { last() != nil }
      let without = try #require(last())
      stepped.item.setTextTrack(.automatic)
      try stepped.device.wait { last().map { !rows($0, without).isEmpty } ?? false }
      let changed = rows(try #require(last()), without)
      #expect(changed.allSatisfy { $0 > 120 } && changed.count > 5)
      // An output that takes the texts.
      let output = AVPlayerItemLegibleOutput()
      output.suppressesPlayerRendering = true
      stepped.item.add(output)
      presenter.redraw()
      try stepped.device.wait { last() == without }
      #expect(stepped.item.outputs == [output], "those of the player are its own")
    }
  }
}
