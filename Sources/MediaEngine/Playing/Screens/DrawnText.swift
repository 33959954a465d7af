package import CoreVideo
package import DeviceInterop
import MediaInterop

/// Text as a picture with space around the letters: bytes B, G, R and A, the colours multiplied by their opacity.
package struct DrawnText: Sendable {
  /// The picture that text is drawn for, in its displayed orientation.
  package struct Canvas: Hashable, Sendable {
    /// The size in pixels.
    package let width: Int
    package let height: Int
    /// The width of a pixel relative to its height.
    package let pixelShape: Double

    package init(width: Int, height: Int, pixelShape: Double = 1) {
      (self.width, self.height, self.pixelShape) = (width, height, pixelShape)
    }

    /// The canvas's width relative to its height.
    package var shape: Double { Double(width) * pixelShape / Double(max(1, height)) }
  }

  package let canvas: Canvas
  /// The horizontal position on the canvas, from the left; `y` is the vertical one, from the top.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// The bytes, row after row.
  package let bytes: [UInt8]

  fileprivate init(_ ink: SubtitleDrawer.Ink, on canvas: Canvas) {
    (self.canvas, x, y, width, height, bytes) = (canvas, ink.x, ink.y, ink.width, ink.height, ink.bytes)
  }

  /// A picture of BGRA as large as the text. It is `nil` if there is no memory for it.
  package var pixelBuffer: CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess,
      let buffer
    else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    let stride = CVPixelBufferGetBytesPerRow(buffer)
    bytes.withUnsafeBytes { bytes in
      for row in 0..<height {
        UnsafeMutableRawBufferPointer(start: base + row * stride, count: width * 4)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(row * width * 4)..<((row + 1) * width * 4)]))
      }
    }
    return buffer
  }

  /// Returns a copy of a picture with the text over it.
  ///
  /// - Parameters:
  ///   - picture: BGRA of the canvas's size, with width and height exchanged if the orientation does that.
  ///   - orientation: the orientation in which the picture is displayed.
  /// - Returns: `nil` if there is no memory for it, and for a picture of another format or size.
  package func laid(over picture: CVPixelBuffer, orientation: PictureOrientation) -> CVPixelBuffer? {
    let (columns, rows) = (picture.width, picture.height)
    let size = orientation.swapsSides ? (rows, columns) : (columns, rows)
    guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA, size == (canvas.width, canvas.height)
    else { return nil }
    var buffer: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, columns, rows, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess,
      let buffer
    else { return nil }
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer {
      CVPixelBufferUnlockBaseAddress(buffer, [])
      CVPixelBufferUnlockBaseAddress(picture, .readOnly)
    }
    guard let source = CVPixelBufferGetBaseAddress(picture), let target = CVPixelBufferGetBaseAddress(buffer) else {
      return nil
    }
    let (sourceStride, stride) = (CVPixelBufferGetBytesPerRow(picture), CVPixelBufferGetBytesPerRow(buffer))
    for row in 0..<rows {
      (target + row * stride).copyMemory(from: source + row * sourceStride, byteCount: columns * 4)
    }
    let pixels = target.assumingMemoryBound(to: UInt8.self)
    // A step of a pixel to the right or down on the canvas is a step of these numbers of bytes in the picture's memory.
    let (origin, right, down) = Self.steps(orientation, columns: columns, rows: rows, stride: stride)
    bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<height {
        var place = origin + (y + row) * down + x * right
        var index = row * width * 4
        for _ in 0..<width {
          let behind = 255 - Int(bytes[index + 3])
          if behind < 255 {
            for part in 0..<3 {
              pixels[place + part] = UInt8(
                min(255, Int(bytes[index + part]) + (Int(pixels[place + part]) * behind + 127) / 255))
            }
          }
          place += right
          index += 4
        }
      }
    }
    return buffer
  }

  /// Returns the offset of the canvas's first pixel in memory, and the bytes from one pixel to its right and lower
  /// neighbours.
  private static func steps(
    _ orientation: PictureOrientation, columns: Int, rows: Int, stride: Int
  ) -> (origin: Int, right: Int, down: Int) {
    func place(_ x: Double, _ y: Double) -> Int {
      let source = orientation.source(x: x, y: y)
      return Int((source.y * Double(rows - 1)).rounded()) * stride + Int((source.x * Double(columns - 1)).rounded()) * 4
    }
    func step(_ end: Int, from start: Int, _ count: Int) -> Int { count > 1 ? (end - start) / (count - 1) : 0 }
    let (width, height) = orientation.swapsSides ? (rows, columns) : (columns, rows)
    let origin = place(0, 0)
    return (origin, step(place(1, 0), from: origin, width), step(place(0, 1), from: origin, height))
  }
}

/// Draws texts with libass, if that is installed. One thread at a time.
package final class TextDrawer {
  private let drawer = SubtitleDrawer()

  package init() {}

  /// The reason why no text can be drawn on this machine, as one sentence. It is `nil` if text can be drawn.
  package static let problem: String? = {
    guard let drawer = SubtitleDrawer() else { return "libass is not installed" }
    let script = """
      [Script Info]
      ScriptType: v4.00+
      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour
      Style: Default,sans-serif,20,&H00FFFFFF
      [Events]
      Format: Layer, Start, End, Style, Text
      Dialogue: 0,0:00:00.00,0:00:01.00,Default,x

      """
    return drawer.draw(script, width: 320, height: 180) == nil ? "there are no fonts" : nil
  }()

  /// Draws the text that a script of SubStation Alpha shows at its start. It is `nil` if nothing is visible.
  package func draw(_ script: String, on canvas: DrawnText.Canvas) -> DrawnText? {
    drawer?.draw(script, width: canvas.width, height: canvas.height, pixelShape: canvas.pixelShape)
      .map { DrawnText($0, on: canvas) }
  }
}
