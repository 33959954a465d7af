internal import AVFoundation

/// A converter that gives pictures new times, at a constant frame rate that begins at the output's time 0.
///
/// Each picture is shown from the instant of the new rate that is nearest to its own time, until the next one is shown.
/// Some pictures are repeated, and of two that are nearest to one instant the later is kept. The times are off by at
/// most half the duration of a new picture, so sound needs no change. Captions belong to the old pictures, and are left
/// out.
struct FrameRateConverter: SampleConverter {
  private let frameDuration: CMTime
  private let origin: CMTime
  private var held: CMSampleBuffer?
  /// The places, in the new rate, at which the held picture is shown next and the picture after it.
  private var place: Int64 = 0
  private var end: Int64 = 0
  private var following: CMSampleBuffer?
  private var hasGiven = false
  private(set) var lostCaptions = false

  /// The longest time for which a picture is repeated, in seconds. A longer one is damage, and would never be done.
  private static let longestStill = 24 * 3600.0

  /// - Parameter origin: the source's time that is the output's time zero.
  init(_ rate: FrameRate, origin: CMTime) {
    frameDuration = CMTime(rate.frameDuration)
    self.origin = origin
  }

  /// Takes the next picture, once `next()` has nothing more to give.
  mutating func add(_ sample: CMSampleBuffer) {
    let place = place(of: sample.presentationTimeStamp)
    guard held != nil else {
      (held, self.place, end) = (sample, place, place)
      return
    }
    (following, end) = (sample, max(place, self.place))
  }

  /// Ends the input. The last picture is shown for its own duration, and at least one picture is shown.
  mutating func finish() {
    guard let held, following == nil else { return }
    let last = held.presentationTimeStamp + (held.duration.isNumeric ? held.duration : .zero)
    end = hasGiven ? place(of: last) : max(place(of: last), place + 1)
  }

  /// Returns the next picture at its new time, or nil before another is added, and at the end.
  ///
  /// - Throws: `JobError` of exit 65 for a picture that would be repeated for more than a day.
  mutating func next() throws(JobError) -> CMSampleBuffer? {
    if place == end, let following {
      held = following
      self.following = nil
    }
    guard place < end, let held else { return nil }
    let seconds = Double(end - place) * frameDuration.seconds
    if seconds > Self.longestStill {
      var error = JobError(
        .mediaDamaged, "a picture lasts \(Int(seconds)) s, which is too long to repeat it at a frame rate",
        hint: "leave out --frame-rate to keep the times of pictures, or end the part before it with --end")
      error.at = ExactTime(held.presentationTimeStamp)
      throw error
    }
    defer { place += 1 }
    hasGiven = true
    let (value, overflow) = place.multipliedReportingOverflow(by: frameDuration.value)
    guard !overflow else { return nil }
    let time = origin + CMTime(value: value, timescale: frameDuration.timescale)
    let timing = CMSampleTimingInfo(duration: frameDuration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
    let sample = try? CMSampleBuffer(copying: held, withNewTiming: [timing])
    if sample?.closedCaptions != nil {
      lostCaptions = true
      sample?.closedCaptions = nil
    }
    return sample
  }

  /// Returns the place in the new rate that is nearest to a time.
  private func place(of time: CMTime) -> Int64 {
    let distance = time - origin
    guard distance.isNumeric else { return place }
    let divisor = Int128(distance.timescale) * Int128(frameDuration.value)
    let doubled = 2 * Int128(distance.value) * Int128(frameDuration.timescale) + divisor
    let (quotient, rest) = doubled.quotientAndRemainder(dividingBy: 2 * divisor)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }
}
