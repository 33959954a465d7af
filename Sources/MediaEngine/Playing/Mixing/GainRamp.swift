/// A gain that changes linearly to its target, frame by frame.
struct GainRamp {
  private(set) var target: Float
  private var slope: Float = 0
  private(set) var framesLeft = 0

  init(_ gain: Float) { target = gain }

  /// The gain of the next frame.
  var gain: Float { target - slope * Float(framesLeft) }

  /// Begins to change to a gain, which is reached after a number of frames.
  mutating func move(to gain: Float, over frames: Int) {
    let start = self.gain
    target = gain
    framesLeft = max(0, frames)
    slope = framesLeft > 0 ? (gain - start) / Float(framesLeft) : 0
  }

  /// Begins a change, whose target is reached after a number of frames.
  mutating func begin(_ change: GainChange, over frames: Int) {
    if let start = change.start { move(to: start, over: 0) }
    move(to: change.target, over: frames)
  }

  /// Advances to the next frame.
  mutating func advance() { if framesLeft > 0 { framesLeft -= 1 } }
}
