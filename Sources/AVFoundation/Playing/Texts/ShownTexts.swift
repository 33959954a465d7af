import Dispatch
import Foundation
import MediaEngine
import Synchronization

/// The texts that a player itself shows over its pictures. There are none if an output of the item suppresses them
/// (PI-81).
final class ShownTexts: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state belongs to a queue, or is protected by the lock.

  /// Sendable: attributed strings do not change.
  private struct Shown: @unchecked Sendable {
    var texts: [NSAttributedString] = []
    /// Goes up with each change.
    var serial = 0

    mutating func set(_ texts: [NSAttributedString]) { (self.texts, serial) = (texts, serial + 1) }
  }

  private let shown = Mutex(Shown())
  private let handler: @Sendable () -> Void
  /// Reading may take a while: those who show pictures do not wait for it.
  private let queue = DispatchQueue(label: "texts that are shown")
  // On the queue.
  private lazy var follower = TextFollower(on: queue) { [weak self] in self?.show($0) }
  // For the caller of `drawn(on:)` alone.
  private lazy var drawer = TextDrawer()
  private var drawn: DrawnText?
  /// The canvas and the serial of the texts that were drawn last.
  private var drawnFor: (canvas: DrawnText.Canvas, serial: Int)?

  /// - Parameter handler: called on a queue of its own when other texts are to be shown.
  init(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
    super.init()
  }

  /// The present texts for a picture, or `nil` if there are none. One thread at a time.
  func drawn(on canvas: DrawnText.Canvas) -> DrawnText? {
    let shown = shown.withLock { $0 }
    if shown.texts.isEmpty || item?.showsTexts == false { return nil }
    if drawnFor.map({ $0 != (canvas, shown.serial) }) ?? true {
      drawnFor = (canvas, shown.serial)
      drawn = drawer.draw(SubtitleScript(shown.texts, shape: canvas.shape).source, on: canvas)
    }
    return drawn
  }

  /// The lines of the texts of now.
  var lines: [String] {
    if item?.showsTexts == false { return [] }
    return shown.withLock { $0.texts.map(\.string) }.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  private func show(_ change: TextFollower.Change) {
    let texts = Shown(texts: change.strings(rules: item?.textStyleRules ?? []))
    shown.withLock { $0.set(texts.texts) }
    handler()
  }

  // MARK: Following the item

  override func engineDidChange() { textTrackDidChange() }

  override func textTrackDidChange() {
    queue.async { [weak self] in
      guard let self else { return }
      follower.follow(item, engine, advance: 0)
    }
  }

  override func textStyleDidChange() { queue.async { [weak self] in self?.follower.repeatLast() } }

  override func note(_ event: PlayingEvent) {
    if case .ready = event { return textTrackDidChange() }
    queue.async { [weak self] in
      guard let self else { return }
      guard case .flushed = event else { return follower.look() }
      shown.withLock { $0.set([]) }
      follower.flush()
    }
  }

  override var isPrepared: Bool { queue.sync { !follower.isReading } }

  override func look() { queue.async { [weak self] in self?.follower.look() } }
}

extension AVPlayerItem {
  /// A Boolean value that says whether a player itself shows the item's texts (PI-81).
  fileprivate var showsTexts: Bool {
    !outputs.contains {
      $0.suppressesPlayerRendering && ($0 is AVPlayerItemLegibleOutput || $0 is AVPlayerItemRenderedLegibleOutput)
    }
  }

  /// A Boolean value that says whether a player itself shows the item's pictures (PI-81).
  var showsPictures: Bool { !outputs.contains { $0.suppressesPlayerRendering && $0 is AVPlayerItemVideoOutput } }
}
