import MediaInterop
import MediaSupport

/// The pictures that a filter makes from others: the same number, at the same times.
final class FilteredFrames: FrameSequence {
  private let frames: any FrameSequence
  private let filter: PictureFilter
  private var ready: [Frame] = []
  private var hasEnded = false
  /// The error that ends the frames, after the pictures that the filter holds. It is `nil` if there was none so far.
  private var failure: MediaError?

  init(_ frames: any FrameSequence, _ filter: PictureFilter) {
    self.frames = frames
    self.filter = filter
  }

  var isAtLastPacket: Bool { frames.isAtLastPacket }
  var lastPacketEnd: Int64? { frames.lastPacketEnd }

  func next() throws -> Frame? {
    while ready.isEmpty, !hasEnded {
      if let frame = try nextFrame() {
        ready = try filter.add(frame)
      } else {
        hasEnded = true
        ready = try filter.drain()
      }
    }
    if !ready.isEmpty { return ready.removeFirst() }
    if let failure { throw failure }
    return nil
  }

  /// Returns the next frame; `nil` at the end and at damage.
  private func nextFrame() throws -> Frame? {
    do {
      return try frames.next()
    } catch let error as MediaError where error.isOfDamage {
      failure = error
      return nil
    }
  }
}
