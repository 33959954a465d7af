import CoreMedia
import CoreVideo
import DeviceInterop
import Dispatch
import MediaEngine
import Synchronization

/// Shows the pictures of a player's current item, each at its time, until it is ended.
///
/// It sleeps until the next picture is due, or something happens to the player. Pictures that it has no time for are left
/// out. Pictures come on a queue of its own, in the order of time. Any thread.
package final class PicturePresenter: @unchecked Sendable {
  // Sendable: what belongs to the queue is touched there alone; the rest is constant, atomic or behind the lock.

  /// The area for pictures: its size in points, and the width of a point if its height is 1.
  package typealias Area = (columns: Int, rows: Int, pointShape: Double)

  /// The part of an item that is watched.
  private struct Watched {
    let item: AVPlayerItem
    let output: AVPlayerItemVideoOutput
    let texts: ShownTexts
    let alarm: TimebaseAlarm
    var shape: PictureShape?
    /// The picture that is shown as it was decoded.
    var picture: CVPixelBuffer?
  }

  private let player: AVPlayer
  private let area: (@Sendable () -> Area)?
  private let drawsTexts: Bool
  private let show: @Sendable (ScreenPicture, _ lines: [String]) -> Void
  private let queue = DispatchQueue(label: "pictures", qos: .userInteractive)
  private let count = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)
  // On the queue.
  private var watched: Watched?
  private let converter = ScreenConverter()

  /// - Parameters:
  ///   - area: asked for each picture, which then has as many points as it takes there. Without it pictures have their own
  ///     size.
  ///   - drawsTexts: whether texts are drawn over the pictures; where not, their lines are given.
  ///   - show: called on the presenter's queue.
  init(
    _ player: AVPlayer, area: (@Sendable () -> Area)? = nil, drawsTexts: Bool = true,
    show: @escaping @Sendable (ScreenPicture, _ lines: [String]) -> Void
  ) {
    (self.player, self.area, self.drawsTexts, self.show) = (player, area, drawsTexts, show)
    player.observeEvents(self) { [weak self] event in
      if case .shapeChanged = event { self?.reshape() } else { self?.look() }
    }
    look()
  }

  /// Shows pictures as points of an area.
  ///
  /// - Parameters:
  ///   - area: asked for each picture.
  ///   - drawsTexts: whether texts are drawn over the points; where not, the pictures have their lines.
  ///   - show: called on the presenter's queue.
  package convenience init(
    _ player: AVPlayer, in area: @escaping @Sendable () -> Area, drawsTexts: Bool = true,
    show: @escaping @Sendable (PictureGrid) -> Void
  ) {
    self.init(player, area: area, drawsTexts: drawsTexts) { picture, lines in
      var grid = PictureGrid(picture)
      grid.lines = lines
      show(grid)
    }
  }

  deinit {
    player.observeEvents(self, nil)
    if let watched { Self.leave(watched) }
  }

  /// The number of pictures that were shown.
  package var shownCount: Int { count.load(ordering: .relaxed) }

  /// Ends the presenter: nothing is shown once this returns. It must not be called from within `show`.
  package func end() {
    player.observeEvents(self, nil)
    hasEnded.store(true, ordering: .releasing)
    queue.sync {
      if let watched { Self.leave(watched) }
      watched = nil
    }
  }

  /// Shows the same picture again: the area has another size.
  package func redraw() { queue.async { [weak self] in self?.redrawNow() } }

  /// Shows the same picture again in the shape that the item has now.
  private func reshape() {
    queue.async { [weak self] in
      self?.watched?.shape = nil
      self?.redrawNow()
    }
  }

  private func redrawNow() {
    guard !hasEnded.load(ordering: .acquiring), let watched, watched.item.showsPictures, let picture = watched.picture
    else { return }
    present(picture, PictureShape(of: watched.item))
  }

  private func look() { queue.async { [weak self] in self?.lookNow() } }

  /// Shows the present picture, unless it is already shown, and waits for the next one.
  private func lookNow() {
    if hasEnded.load(ordering: .acquiring) { return }
    follow(player.currentItem)
    guard let watched, let timebase = watched.item.timebase else { return }
    let (time, rate) = timebase.timeAndRate
    // A picture that arrives after the request is reported even if the time is stopped.
    let change = watched.item.engine?.pictures?.nextChange(after: time, isReversed: rate < 0)
    if watched.item.showsPictures, watched.output.hasNewPixelBuffer(forItemTime: time),
      let picture = watched.output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
    {
      let shape = watched.shape ?? PictureShape(of: watched.item)
      self.watched?.shape = shape
      self.watched?.picture = picture
      present(picture, shape)
      count.wrappingAdd(1, ordering: .relaxed)
    }
    if let picture = watched.picture, let engine = watched.item.engine, engine.showsNoPictures {
      // The track was disabled.
      self.watched?.picture = nil
      if let black = CVPixelBuffer.black(picture.width, picture.height) { present(black, PictureShape()) }
    }
    watched.alarm.set(rate == 0 ? nil : change)
  }

  private func follow(_ item: AVPlayerItem?) {
    if watched?.item === item { return }
    if let watched { Self.leave(watched) }
    watched = nil
    guard let item, let timebase = item.timebase else { return }
    let output = AVPlayerItemVideoOutput()
    item.addOwn(output)
    let texts = ShownTexts { [weak self] in self?.redraw() }
    item.addOwn(texts)
    let alarm = TimebaseAlarm(of: timebase, on: queue) { [weak self] in self?.lookNow() }
    watched = Watched(item: item, output: output, texts: texts, alarm: alarm)
  }

  private static func leave(_ watched: Watched) {
    watched.alarm.cancel()
    watched.item.remove(watched.output)
    watched.item.remove(watched.texts)
  }

  private func present(_ picture: CVPixelBuffer, _ shape: PictureShape) {
    let part = shape.part(of: picture)
    let pixelShape = shape.pixelShape(of: picture)
    let (width, height) = (part?.width ?? Double(picture.width), part?.height ?? Double(picture.height))
    var size: (width: Int, height: Int)?
    var shownPixelShape = pixelShape
    if let area = area?() {
      let swaps = shape.orientation.swapsSides
      let shown = (width * pixelShape, height)
      let fit = PictureFit(
        of: swaps ? (shown.1, shown.0) : shown, in: (area.columns, area.rows), pointShape: area.pointShape)
      size = swaps ? (fit.height, fit.width) : (fit.width, fit.height)
      shownPixelShape = 1
    }
    // Pictures that no converter reads are not shown.
    guard let buffer = try? converter.convert(picture, showing: part, size: size) else { return }
    let drawn = drawsTexts ? withTexts(buffer, pixelShape: shownPixelShape, shape.orientation) : buffer
    show(
      ScreenPicture(drawn, pixelShape: shownPixelShape, orientation: shape.orientation),
      drawsTexts ? [] : watched?.texts.lines ?? [])
  }

  /// A picture with the texts of now over it, where there are any.
  private func withTexts(
    _ picture: CVPixelBuffer, pixelShape: Double, _ orientation: PictureOrientation
  ) -> CVPixelBuffer {
    let canvas =
      orientation.swapsSides
      ? DrawnText.Canvas(width: picture.height, height: picture.width, pixelShape: 1 / pixelShape)
      : DrawnText.Canvas(width: picture.width, height: picture.height, pixelShape: pixelShape)
    return watched?.texts.drawn(on: canvas)?.laid(over: picture, orientation: orientation) ?? picture
  }
}

extension CVPixelBuffer {
  /// A black picture. It is `nil` without memory for it.
  fileprivate static func black(_ width: Int, _ height: Int) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
    guard let buffer else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    base.initializeMemory(as: UInt8.self, repeating: 0, count: height * CVPixelBufferGetBytesPerRow(buffer))
    return buffer
  }
}

extension PictureShape {
  /// The shape of the pictures that an item presents.
  fileprivate init(of item: AVPlayerItem) {
    // Composed pictures are upright and whole.
    self.init(item.treatment.compositing == nil ? item.pictureTrack : nil, item.videoApertureMode)
  }
}
