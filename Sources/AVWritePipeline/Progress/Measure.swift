/// How far a pass of a job is, at one moment.
struct Measure: Sendable, Hashable {
  /// Nil where nobody knows how much there is to do.
  var work: WorkDone?
  /// Seconds of media that are done; as often as they are, by an encoder that makes several passes.
  var position: Double
  /// Pictures that are done.
  var frames = 0
  /// Which further pass the encoder makes, from 1; 0 while it makes its first, or makes one alone.
  var furtherPass = 0
  /// What is written so far.
  var bytes: Int64 = 0
}
