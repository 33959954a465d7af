/// The pictures of two files, paired by their times, for one thread.
final class PicturePairs {
  enum Next {
    case both(PictureStream.Moment, PictureStream.Moment)
    /// A picture of the reference that the other file does not have.
    case missing(ExactTime)
    /// A picture of the other file that the reference does not have.
    case extra(ExactTime)
  }

  private let reference: PictureStream
  private let output: PictureStream
  private var original: PictureStream.Moment?
  private var picture: PictureStream.Moment?
  /// The largest difference in time of a pair, in seconds: half the time between pictures. A container may round times,
  /// but rounding never brings a picture nearer to its neighbour's place.
  private let tolerance: Double

  /// The time between pictures where a file does not say it, in seconds. No frame rate in use is higher.
  private static let shortestDuration = 1.0 / 1000

  init(_ reference: PictureStream, _ output: PictureStream) {
    self.reference = reference
    self.output = output
    let rate = reference.track.video?.framesPerSecond ?? 0
    tolerance = rate > 0 ? 0.5 / rate : Self.shortestDuration
  }

  func next() throws(JobError) -> Next? {
    if original == nil { original = try reference.next() }
    if picture == nil { picture = try output.next() }
    guard let first = original else {
      defer { picture = nil }
      return picture.map { .extra($0.time) }
    }
    guard let second = picture else {
      original = nil
      return .missing(first.time)
    }
    let distance = second.time.seconds - first.time.seconds
    // Pictures that are closer together than the average are told apart by their own durations.
    let tolerance = [first.duration, second.duration].filter { $0 > 0 }.map { $0 / 2 }.min() ?? tolerance
    if abs(distance) < max(tolerance, Self.shortestDuration) {
      (original, picture) = (nil, nil)
      return .both(first, second)
    }
    if distance > 0 {
      original = nil
      return .missing(first.time)
    }
    picture = nil
    return .extra(second.time)
  }
}
