import MediaInterop

/// Pictures of which interlaced ones are made whole: as many, at the same times.
final class DeinterlacedFrames: FrameSequence {
  private let frames: any FrameSequence
  private let deinterlacer: Deinterlacer
  private var ready: [Frame] = []
  private var hasEnded = false

  init(_ frames: any FrameSequence, of context: ReadingContext) {
    self.frames = frames
    deinterlacer = Deinterlacer(timeBase: context.stream.timeBase)
  }

  var isAtLastPacket: Bool { frames.isAtLastPacket }
  var lastPacketEnd: Int64? { frames.lastPacketEnd }

  func next() throws -> Frame? {
    while ready.isEmpty, !hasEnded {
      if let frame = try frames.next() {
        ready = try deinterlacer.add(frame)
      } else {
        hasEnded = true
        ready = try deinterlacer.drain()
      }
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }
}
