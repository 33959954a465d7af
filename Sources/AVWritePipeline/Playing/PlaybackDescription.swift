internal import AVFoundation

/// A file to play, and the way to play it.
package struct PlaybackDescription: Sendable, Hashable {
  /// The number of times that the sound is heard.
  package enum Repetition: Sendable, Hashable, CustomStringConvertible {
    /// So many times after the first.
    case times(Int)
    /// Until it is stopped.
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
  /// The place in the sound at which the part begins that is played. Nil is its start.
  package var start: TimePoint?
  /// The length of that part. Nil is all that follows.
  package var duration: TimePoint?
  package var repetition = Repetition.times(0)
  /// The speed, at which the pitch stays as it is: `PlaybackDescription.rates`.
  package var rate = 1.0
  /// The volume in percent: `PlaybackDescription.volumes`.
  package var volume = 100.0
  /// The sound device's name for programs. Nil is the default device, or silence where there is none.
  package var device: String?

  /// The time for which a single picture without sound is shown, in seconds. `duration` takes its place.
  package static let pictureSeconds = 5.0
  package static let rates = 0.5...2.0
  package static let volumes = 0.0...100.0

  package init(input: String) { self.input = input }

  /// The part of the sound that is played.
  ///
  /// - Throws: `JobError` of exit 64 for a timecode, and for a part without a length.
  func range() throws(JobError) -> CMTimeRange {
    let start = try time(start) ?? .zero
    guard let duration = try time(duration) else { return CMTimeRange(start: start, duration: .positiveInfinity) }
    guard duration > .zero else { throw JobError(.usage, "the part that is to be played has no length") }
    return CMTimeRange(start: start, duration: duration)
  }

  private func time(_ point: TimePoint?) throws(JobError) -> CMTime? {
    guard let point else { return nil }
    guard let time = point.time(frameDuration: nil) else {
      throw JobError(
        .usage, "a timecode counts pictures, and sound has none", hint: "say it in seconds or hh:mm:ss.mmm")
    }
    return CMTime(time)
  }
}
