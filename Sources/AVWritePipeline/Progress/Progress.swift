/// How far a job is, at one moment.
public struct Progress: Sendable, Hashable {
  /// Of the wanted media, from 0 to 1.
  public var fraction: Double
  /// Pictures given to the writer so far.
  public var frames: Int
  /// Pictures a second since the start.
  public var fps: Double
  /// Seconds of media in a second of time.
  public var speed: Double
  /// Seconds left at the speed so far; nil while nothing can be said.
  public var secondsLeft: Double?
  /// The output's size so far.
  public var bytes: Int64
  public var pass = 1
  public var passes = 1
}

extension Progress {
  /// - Parameters:
  ///   - position: seconds of the wanted media that every track has passed.
  ///   - duration: seconds of wanted media in all; nil where nobody knows.
  ///   - elapsed: seconds since the job began.
  init(position: Double, duration: Double?, frames: Int, elapsed: Double, bytes: Int64) {
    let known = duration.flatMap { $0 > 0 ? $0 : nil }
    fraction = known.map { min(max(position / $0, 0), 1) } ?? 0
    self.frames = frames
    fps = elapsed > 0 ? Double(frames) / elapsed : 0
    speed = elapsed > 0 ? max(position, 0) / elapsed : 0
    // The first hundredth is start-up more than work, and its speed foretells nothing.
    secondsLeft = fraction >= 0.01 ? elapsed * (1 - fraction) / fraction : nil
    self.bytes = bytes
  }
}
