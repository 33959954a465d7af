public import CoreMedia
public import CoreVideo
public import Dispatch
public import Foundation
import MediaEngine
import Synchronization

/// A picture of texts that are shown over a video.
public final class AVRenderedCaptionImage: NSObject, Sendable {
  /// The pixels of the texts: BGRA, with colours that are multiplied by their opacity.
  public let pixelBuffer: CVPixelBuffer
  /// The place of its top left corner in the video's area, from the top left, in pixels.
  public let position: CGPoint

  init(_ pixelBuffer: CVPixelBuffer, at position: CGPoint) {
    (self.pixelBuffer, self.position) = (pixelBuffer, position)
  }
}

/// The texts of an item as pictures, each change of them at its time (PI-91).
///
/// They are drawn by libass, with the system's fonts; without either there are no pictures, and the item plays all the same. Any
/// thread.
public final class AVPlayerItemRenderedLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state belongs to the queue, or is protected by a lock.

  private struct Settings {
    var size: CGSize
    var advance = 0.0
  }

  private let client = OutputDelegate<any AVPlayerItemRenderedLegibleOutputPushDelegate>()
  private let settings: Mutex<Settings>
  private let queue = DispatchQueue(label: "pictures of texts")
  // On the queue.
  private lazy var follower = TextFollower(on: queue) { [weak self] in self?.give($0) }
  private lazy var drawer = TextDrawer()

  /// An output of pictures for a video of a size.
  ///
  /// - Parameter videoDisplaySize: the area in which the video is shown, in pixels. Stops the process for one without width or
  ///   height (PI-91).
  public init(videoDisplay videoDisplaySize: CGSize) {
    Self.require(videoDisplaySize)
    settings = Mutex(Settings(size: videoDisplaySize))
    super.init()
  }

  private static func require(_ size: CGSize) {
    guard size.width >= 1, size.height >= 1, size.width.isFinite, size.height.isFinite else {
      raise(.invalidArgument, "the video display size must be positive and is \(size.width)x\(size.height)")
    }
  }

  /// The area in which the video is shown, in pixels. When it is set, the shown texts are drawn anew. Stops the process
  /// as `init(videoDisplay:)` does.
  public var videoDisplaySize: CGSize {
    get { settings.withLock { $0.size } }
    set {
      Self.require(newValue)
      settings.withLock { $0.size = newValue }
      textStyleDidChange()
    }
  }

  /// The object that is given the pictures. It is not kept, and cannot be observed (PI-88).
  public var delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)? { client.delegate }

  /// The queue on which the delegate is told (PI-88). It is `nil` without a delegate.
  public var delegateQueue: DispatchQueue? { client.queue }

  /// Sets the object that receives the pictures.
  ///
  /// - Parameter delegateQueue: a serial queue. The main one is taken where it is `nil`.
  public func setDelegate(
    _ delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) { client.set(delegate, delegateQueue) }

  /// The time by which pictures are given ahead, in seconds (PI-92). It is 0 until it is set. Pictures are given as
  /// soon as possible where it is more than a minute.
  public var advanceIntervalForDelegateInvocation: TimeInterval {
    get { settings.withLock { $0.advance } }
    set {
      settings.withLock { $0.advance = newValue }
      queue.async { [weak self] in self?.follower.setAdvance(newValue) }
    }
  }

  // MARK: Following the item

  override func engineDidChange() { textTrackDidChange() }

  override func textTrackDidChange() {
    queue.async { [weak self] in
      guard let self else { return }
      follower.follow(item, engine, advance: advanceIntervalForDelegateInvocation)
    }
  }

  override func textStyleDidChange() { queue.async { [weak self] in self?.follower.repeatLast() } }

  override func note(_ event: PlayingEvent) {
    if case .ready = event { return textTrackDidChange() }
    queue.async { [weak self] in
      guard let self else { return }
      guard case .flushed = event else { return follower.look() }
      client.tell { $0.outputSequenceWasFlushed(self) }
      follower.flush()
    }
  }

  override var isPrepared: Bool { queue.sync { !follower.isReading } }

  override func look() { queue.async { [weak self] in self?.follower.look() } }

  /// The largest number of pixels in a row of a picture. Nothing is drawn of larger pictures.
  private static let longest = CGFloat(Int32.max)

  private func give(_ change: TextFollower.Change) {
    let size = videoDisplaySize
    func pixels(_ length: CGFloat) -> Int { Int(min(length.rounded(), Self.longest)) }
    let canvas = DrawnText.Canvas(width: pixels(size.width), height: pixels(size.height))
    let texts = change.strings(rules: item?.textStyleRules ?? [])
    var images: [AVRenderedCaptionImage] = []
    if !texts.isEmpty, let drawn = drawer.draw(SubtitleScript(texts, shape: canvas.shape).source, on: canvas),
      let buffer = drawn.pixelBuffer
    {
      images = [AVRenderedCaptionImage(buffer, at: CGPoint(x: drawn.x, y: drawn.y))]
    }
    let shown = images
    client.tell {
      $0.renderedLegibleOutput(self, didOutputRenderedCaptionImages: shown, forItemTime: change.time)
    }
  }
}

/// An object that is given the texts of an item as pictures (PI-91).
public protocol AVPlayerItemRenderedLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Other texts are shown, or none.
  ///
  /// - Parameters:
  ///   - captionImages: all pictures that are shown then.
  ///   - itemTime: the time from which on they are shown.
  func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput, didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime)
}

extension AVPlayerItemRenderedLegibleOutputPushDelegate {
  /// Does nothing.
  public func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput, didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime
  ) {}
}
