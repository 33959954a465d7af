/// A measure of how far a pass of a job is, at one moment.
struct Measure: Sendable, Hashable {
  /// The work, or nil if it is not known how much there is to do.
  var work: WorkDone?
  /// The seconds of media that are done. In an encoder's several passes, media counts in each.
  var position: Double
  /// The number of pictures that are done.
  var frames = 0
  /// The number of the further pass that the encoder makes, from 1; 0 in its first or only pass.
  var furtherPass = 0
  /// The number of bytes that are written so far.
  var bytes: Int64 = 0
}
