internal import AVFoundation

/// A file to play, and the way to play it.
package struct PlaybackDescription: Sendable, Hashable {
  /// The number of times that the part is played.
  package enum Repetition: Sendable, Hashable, CustomStringConvertible {
    /// It is played this many times after the first.
    case times(Int)
    /// It is played until it is stopped.
    case endless

    /// Reads a number from 0, or `inf`. Nil for another text.
    package init?(argument text: String) {
      if text == "inf" {
        self = .endless
      } else if let count = Int(text), count >= 0 {
        self = .times(count)
      } else {
        return nil
      }
    }

    package var description: String {
      switch self {
      case .times(let count): "\(count)"
      case .endless: "inf"
      }
    }
  }

  /// A path, an http or https URL, or `-` for the standard input.
  package var input: String
  /// The point at which the part that is played begins. Nil is the start of the file.
  package var start: TimePoint?
  /// The duration of that part. Nil is all that follows.
  package var duration: TimePoint?
  package var repetition = Repetition.times(0)
  /// The speed, within `PlaybackDescription.rates`. The pitch stays as it is.
  package var rate = 1.0
  /// The volume in percent, within `PlaybackDescription.volumes`.
  package var volume = 100.0
  /// The sound device's name for programs. Nil means the default device, or silence if there is none.
  package var device: String?

  /// The time for which a single picture without sound is shown, in seconds, unless `duration` is set.
  package static let pictureSeconds = 5.0
  package static let rates = 0.5...2.0
  package static let volumes = 0.0...100.0

  package init(input: String) { self.input = input }

  /// Returns the part of the file that is played.
  ///
  /// - Throws: `JobError` of exit 64 for a timecode, and for a part without a duration.
  func range() throws(JobError) -> CMTimeRange {
    let start = try time(start) ?? .zero
    guard let duration = try time(duration) else { return CMTimeRange(start: start, duration: .positiveInfinity) }
    guard duration > .zero else { throw JobError(.usage, "the part to play has no length") }
    return CMTimeRange(start: start, duration: duration)
  }

  private func time(_ point: TimePoint?) throws(JobError) -> CMTime? {
    guard let point else { return nil }
    guard let time = point.time(frameDuration: nil) else {
      throw JobError(
        .usage, "a timecode needs video, and this is sound", hint: "give seconds or hh:mm:ss.mmm")
    }
    return CMTime(time)
  }
}
