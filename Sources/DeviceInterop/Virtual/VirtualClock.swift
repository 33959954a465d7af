/// The clock of a device that has only the host's clock. It states exactly which frame the device plays at any moment.
struct VirtualClock {
  private let format: SoundFormat
  private var anchorFrame: Int64 = 0
  /// The host time at which the anchor's frame was heard; `nil` while time stands still.
  private var anchorTime: Int64?

  init(format: SoundFormat) { self.format = format }

  var isMoving: Bool { anchorTime != nil }

  /// Returns the frame that is heard at a host time in nanoseconds.
  func frame(at hostTime: Int64) -> Int64 {
    guard let anchorTime else { return anchorFrame }
    return anchorFrame + format.frames(nanoseconds: max(0, hostTime - anchorTime))
  }

  /// Returns the host time in nanoseconds at which a frame is heard, rounded up; `nil` while time stands still.
  func hostTime(of frame: Int64) -> Int64? {
    anchorTime.map { $0 + format.nanoseconds(frames: max(0, frame - anchorFrame)) + 1 }
  }

  mutating func start(at hostTime: Int64) {
    if anchorTime == nil { anchorTime = hostTime }
  }

  /// Stops the clock at the frame that is heard now, at most at `limit`.
  mutating func stop(at hostTime: Int64, limit: Int64) {
    anchorFrame = min(frame(at: hostTime), limit)
    anchorTime = nil
  }

  /// Sets the frame that is heard now.
  mutating func move(to frame: Int64, at hostTime: Int64) {
    anchorFrame = frame
    if anchorTime != nil { anchorTime = hostTime }
  }
}
