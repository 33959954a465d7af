/// How far a pass of a job is, at one moment.
struct Measure: Sendable, Hashable {
  /// Of the wanted media, from 0 to 1; nil where nobody knows how much they are.
  var fraction: Double?
  /// Seconds of media that are done; as often as they are, by an encoder that makes several passes.
  var position: Double
  /// Pictures that are done.
  var frames = 0
  /// Which further pass the encoder makes, from 1; 0 while it makes its first, or makes one alone.
  var furtherPass = 0
  /// What is written so far.
  var bytes: Int64 = 0
}
