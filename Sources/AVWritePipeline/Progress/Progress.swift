/// The progress of a job, at one moment.
public struct Progress: Sendable, Hashable {
  /// The share of the work that is done, from 0 to 1.
  public var fraction: Double
  /// The number of pictures that have left the encoder so far. A picture that several passes encode counts each time.
  public var frames: Int
  /// The pictures in a second, since the pass began.
  public var fps: Double
  /// The seconds of media in a second of time.
  public var speed: Double
  /// The seconds left, as the work so far foretells them, or nil while nothing can be said.
  public var secondsLeft: Double?
  /// The output's size so far, in bytes.
  public var bytes: Int64
  /// The number of the pass that runs, from 1. An encoder's further passes are counted as they begin: their number is
  /// not known before.
  public var pass = 1
  public var passes = 1
}

extension Progress {
  /// Creates the progress of a pass that is running.
  ///
  /// - Parameters:
  ///   - pass: the number of the pass, from 0.
  ///   - elapsed: the seconds since the pass began.
  ///   - secondsLeft: the seconds to the end of the pass, or nil while nothing can be said.
  init(_ measure: Measure, in pass: Int, of passes: JobPasses, elapsed: Double, secondsLeft: Double?) {
    fraction = passes.fraction(measure.work?.fraction ?? 0, of: pass)
    frames = measure.frames
    fps = elapsed > 0 ? Double(measure.frames) / elapsed : 0
    speed = elapsed > 0 ? max(measure.position, 0) / elapsed : 0
    self.secondsLeft = secondsLeft.flatMap { passes.secondsLeft($0, ofWhole: elapsed + $0, in: pass) }
    bytes = measure.bytes
    self.pass = pass + 1 + measure.furtherPass
    // The number of an encoder's passes is known when it has made them.
    self.passes = max(passes.count, self.pass)
  }
}
