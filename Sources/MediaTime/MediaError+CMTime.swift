package import CoreMedia
package import MediaSupport

extension MediaError {
  /// The presentation time on the asset's timeline. It is nil if no time is known.
  package var time: CMTime? { place.map { $0.timeBase.time($0.ticks) } }

  /// Creates an error at a time on the asset's timeline. It has no time if `time` is nil or not numeric.
  package init(_ kind: Kind, _ stage: Stage, _ message: String, trackID: Int32? = nil, time: CMTime?) {
    self.init(kind, stage, message, trackID: trackID)
    place = Place(time)
  }

  /// Returns the same error with the time that an outer layer knows. A time that is already set stays.
  package func adding(time: CMTime?) -> MediaError {
    var error = self
    error.place = place ?? Place(time)
    return error
  }
}

extension MediaError.Place {
  fileprivate init?(_ time: CMTime?) {
    guard let time, time.isNumeric, time.timescale > 0 else { return nil }
    self.init(ticks: time.value, timeBase: TimeBase(ticksPerSecond: time.timescale))
  }
}
