import MediaInterop

/// Pictures that a filter makes of others: as many, at the same times.
final class FilteredFrames: FrameSequence {
  private let frames: any FrameSequence
  private let filter: PictureFilter
  private var ready: [Frame] = []
  private var hasEnded = false

  init(_ frames: any FrameSequence, _ filter: PictureFilter) {
    self.frames = frames
    self.filter = filter
  }

  var isAtLastPacket: Bool { frames.isAtLastPacket }
  var lastPacketEnd: Int64? { frames.lastPacketEnd }

  func next() throws -> Frame? {
    while ready.isEmpty, !hasEnded {
      if let frame = try frames.next() {
        ready = try filter.add(frame)
      } else {
        hasEnded = true
        ready = try filter.drain()
      }
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }
}
