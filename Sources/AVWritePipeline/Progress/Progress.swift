/// How far a job is, at one moment.
public struct Progress: Sendable, Hashable {
  /// Of the work, from 0 to 1.
  public var fraction: Double
  /// Pictures that have left the encoder so far; those that several passes encode count as often as they do.
  public var frames: Int
  /// Pictures a second since the pass began.
  public var fps: Double
  /// Seconds of media in a second of time.
  public var speed: Double
  /// Seconds left, as far as what was done so far foretells it; nil while nothing can be said.
  public var secondsLeft: Double?
  /// The output's size so far.
  public var bytes: Int64
  /// Which of the passes runs, from 1. An encoder's further ones are told as they begin: nobody knows how many there will be.
  public var pass = 1
  public var passes = 1
}

extension Progress {
  /// Of a pass that goes on.
  ///
  /// - Parameters:
  ///   - pass: from 0.
  ///   - elapsed: seconds since the pass began.
  ///   - secondsLeft: to the end of the pass; nil while nothing can be said.
  init(_ measure: Measure, in pass: Int, of passes: JobPasses, elapsed: Double, secondsLeft: Double?) {
    fraction = passes.fraction(measure.work?.fraction ?? 0, of: pass)
    frames = measure.frames
    fps = elapsed > 0 ? Double(measure.frames) / elapsed : 0
    speed = elapsed > 0 ? max(measure.position, 0) / elapsed : 0
    self.secondsLeft = secondsLeft.flatMap { passes.secondsLeft($0, ofWhole: elapsed + $0, in: pass) }
    bytes = measure.bytes
    self.pass = pass + 1 + measure.furtherPass
    // How many passes an encoder makes is known when it has made them.
    self.passes = max(passes.count, self.pass)
  }
}
