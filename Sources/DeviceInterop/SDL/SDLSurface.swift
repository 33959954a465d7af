internal import CSDL2
internal import MediaSupport

/// A window of SDL with the picture in it. It is used on the thread of `SDLScreen`.
final class SDLSurface {
  let window: OpaquePointer
  let identifier: UInt32
  let handler: WindowEventHandler
  private let library: CSDL2Video
  private let renderer: OpaquePointer
  private var texture: (pointer: OpaquePointer, width: Int, height: Int)?
  private var picture: ScreenPicture?
  private(set) var isFullScreen = false

  /// The size in points of a window before its first picture, while it is invisible.
  private static let firstSize: (width: Int32, height: Int32) = (640, 360)

  /// - Throws: `MediaError(.deviceUnavailable)` if no window can be opened, or nothing can be drawn in it.
  init(_ library: CSDL2Video, title: String, handler: @escaping WindowEventHandler) throws {
    self.library = library
    self.handler = handler
    func failure(_ text: String) -> MediaError {
      MediaError(
        .deviceUnavailable, .opening, text, libraryMessage: library.GetError().map { String(cString: $0) })
    }
    let flags = CSDL_WINDOW_HIDDEN | CSDL_WINDOW_RESIZABLE | CSDL_WINDOW_ALLOW_HIGHDPI
    let middle = Int32(CSDL_WINDOWPOS_CENTERED)
    guard
      let window = library.CreateWindow(
        title, middle, middle, Self.firstSize.width, Self.firstSize.height, UInt32(flags))
    else { throw failure("SDL cannot open a window") }
    let first = library.CreateRenderer(window, -1, UInt32(CSDL_RENDERER_PRESENTVSYNC))
    guard let renderer = first ?? library.CreateRenderer(window, -1, 0) else {
      let error = failure("SDL cannot draw in a window")
      library.DestroyWindow(window)
      throw error
    }
    self.window = window
    self.renderer = renderer
    identifier = library.GetWindowID(window)
    LiveObjects.increment()
  }

  deinit {
    if let texture { library.DestroyTexture(texture.pointer) }
    library.DestroyRenderer(renderer)
    library.DestroyWindow(window)
    LiveObjects.decrement()
  }

  // MARK: Pictures

  func show(_ picture: ScreenPicture) {
    let isFirst = self.picture == nil
    self.picture = picture
    upload(picture)
    if isFirst { appear(picture) }
    draw()
  }

  /// Gives the window the picture's size, or one that fits on the screen, and shows it.
  private func appear(_ picture: ScreenPicture) {
    let shape = picture.shape
    var room = CSDLRect()
    let display = max(0, library.GetWindowDisplayIndex(window))
    var size = (width: Int32(shape.width.rounded()), height: Int32(shape.height.rounded()))
    if library.GetDisplayUsableBounds(display, &room) == 0, size.width > room.w || size.height > room.h {
      let fit = PictureFit(of: shape, in: (Int(room.w), Int(room.h)))
      size = (Int32(fit.width), Int32(fit.height))
    }
    library.SetWindowSize(window, max(1, size.width), max(1, size.height))
    library.SetWindowPosition(window, Int32(CSDL_WINDOWPOS_CENTERED), Int32(CSDL_WINDOWPOS_CENTERED))
    library.ShowWindow(window)
  }

  private func upload(_ picture: ScreenPicture) {
    if let texture, texture.width != picture.width || texture.height != picture.height { dropTexture() }
    if texture == nil {
      guard
        let made = library.CreateTexture(
          renderer, UInt32(CSDL_PIXELFORMAT_ARGB8888), Int32(CSDL_TEXTUREACCESS_STREAMING), Int32(picture.width),
          Int32(picture.height))
      else { return }
      _ = library.SetTextureScaleMode(made, Int32(CSDL_SCALEMODE_LINEAR))
      texture = (made, picture.width, picture.height)
    }
    guard let texture else { return }
    picture.withBytes { bytes, stride in _ = library.UpdateTexture(texture.pointer, nil, bytes, Int32(stride)) }
  }

  private func dropTexture() {
    if let texture { library.DestroyTexture(texture.pointer) }
    texture = nil
  }

  /// Draws the picture in a window that was resized or hidden.
  func redraw() {
    draw()
    // Some drivers notice the new size only after something was drawn at the old size.
    draw()
  }

  /// Draws the picture with a new texture, if the former one was lost.
  func remake() {
    dropTexture()
    if let picture { upload(picture) }
    draw()
  }

  /// Draws the picture at its current position.
  func draw() {
    var (width, height) = (Int32(0), Int32(0))
    guard library.GetRendererOutputSize(renderer, &width, &height) == 0 else { return }
    _ = library.SetRenderDrawColor(renderer, 0, 0, 0, 255)
    _ = library.RenderClear(renderer)
    if let picture, let texture {
      let fit = PictureFit(of: picture.shape, in: (Int(width), Int(height)))
      let orientation = picture.orientation
      // SDL draws in a rectangle, and rotates the result around the rectangle's middle.
      let (wide, high) = orientation.swapsSides ? (fit.height, fit.width) : (fit.width, fit.height)
      var target = CSDLFloatRect(
        x: Float(fit.x) + Float(fit.width - wide) / 2, y: Float(fit.y) + Float(fit.height - high) / 2, w: Float(wide),
        h: Float(high))
      _ = library.RenderCopyExF(
        renderer, texture.pointer, nil, &target, Double(orientation.quarterTurns) * 90, nil,
        Int32(orientation.isMirrored ? CSDL_FLIP_HORIZONTAL : CSDL_FLIP_NONE))
    }
    library.RenderPresent(renderer)
  }

  // MARK: The window

  func setTitle(_ title: String) { library.SetWindowTitle(window, title) }

  func setFullScreen(_ isFullScreen: Bool) {
    guard isFullScreen != self.isFullScreen else { return }
    let flags = isFullScreen ? UInt32(CSDL_WINDOW_FULLSCREEN_DESKTOP) : 0
    guard library.SetWindowFullscreen(window, flags) == 0 else { return }
    self.isFullScreen = isFullScreen
    _ = library.ShowCursor(isFullScreen ? 0 : 1)
    redraw()
  }
}
