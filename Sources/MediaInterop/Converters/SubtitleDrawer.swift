internal import CAss
import MediaSupport

/// Draws texts as libass does: a script of SubStation Alpha becomes a picture. One thread at a time.
package final class SubtitleDrawer {
  /// A drawn part of a picture: bytes B, G, R and A, the colours multiplied by their opacity.
  package struct Ink: Sendable {
    /// The horizontal place, from the left; `y` is the vertical one, from the top.
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    /// The bytes, row after row.
    package let bytes: [UInt8]
  }

  private let functions: CAss
  private let library: UnsafeMutableRawPointer
  private let renderer: UnsafeMutableRawPointer

  /// Makes a drawer. Nil where the library is not installed.
  package init?() {
    guard let loaded = cass_load(), let library = loaded.pointee.library_init() else { return nil }
    cass_silence(loaded, library)
    guard let renderer = loaded.pointee.renderer_init(library) else {
      loaded.pointee.library_done(library)
      return nil
    }
    (functions, self.library, self.renderer) = (loaded.pointee, library, renderer)
    functions.set_fonts(renderer, nil, "sans-serif", Int32(CASS_FONTS_OF_THE_SYSTEM), nil, 1)
    LiveObjects.increment()
  }

  deinit {
    functions.renderer_done(renderer)
    functions.library_done(library)
    LiveObjects.decrement()
  }

  /// Draws the text that a script shows at its start.
  ///
  /// - Parameters:
  ///   - script: the text of a whole file of SubStation Alpha.
  ///   - width: the width of the picture that it is drawn on, in pixels, as `height` is its height.
  ///   - pixelShape: the width of a pixel where its height is 1.
  /// - Returns: `nil` where nothing is to be seen.
  package func draw(_ script: String, width: Int, height: Int, pixelShape: Double = 1) -> Ink? {
    guard width > 0, height > 0, let width = Int32(exactly: width), let height = Int32(exactly: height) else {
      return nil
    }
    functions.set_frame_size(renderer, width, height)
    functions.set_pixel_aspect(renderer, pixelShape)
    var bytes = script.utf8CString.map { $0 }
    let count = bytes.count - 1
    let track = bytes.withUnsafeMutableBufferPointer { functions.read_memory(library, $0.baseAddress, count, nil) }
    guard let track else { return nil }
    defer { functions.free_track(track) }
    return Self.ink(functions.render_frame(renderer, track, 0, nil), width: Int(width), height: Int(height))
  }

  /// Returns one picture of the parts that the library gives, which lie over each other in their order.
  private static func ink(_ first: UnsafeMutablePointer<CAssImage>?, width: Int, height: Int) -> Ink? {
    var parts: [CAssImage] = []
    var next = first
    while let part = next?.pointee {
      let isSeen = part.w > 0 && part.h > 0 && part.bitmap != nil && part.color & 0xFF != 0xFF
      let isInside =
        part.dst_x >= 0 && part.dst_y >= 0 && Int(part.dst_x + part.w) <= width && Int(part.dst_y + part.h) <= height
      if isSeen, isInside { parts.append(part) }
      next = part.next
    }
    guard let left = parts.map(\.dst_x).min(), let top = parts.map(\.dst_y).min(),
      let right = parts.map({ $0.dst_x + $0.w }).max(), let bottom = parts.map({ $0.dst_y + $0.h }).max()
    else { return nil }
    let (columns, rows) = (Int(right - left), Int(bottom - top))
    var bytes = [UInt8](repeating: 0, count: columns * rows * 4)
    for part in parts {
      let color = [part.color >> 8, part.color >> 16, part.color >> 24].map { Int($0 & 0xFF) } + [255]
      let opacity = 255 - Int(part.color & 0xFF)
      for row in 0..<Int(part.h) {
        let source = part.bitmap + row * Int(part.stride)
        let start = ((Int(part.dst_y - top) + row) * columns + Int(part.dst_x - left)) * 4
        for column in 0..<Int(part.w) where source[column] != 0 {
          let share = Int(source[column]) * opacity / 255
          let pixel = start + column * 4
          for index in 0..<4 {
            bytes[pixel + index] = UInt8((color[index] * share + Int(bytes[pixel + index]) * (255 - share) + 127) / 255)
          }
        }
      }
    }
    return Ink(x: Int(left), y: Int(top), width: columns, height: rows, bytes: bytes)
  }
}
