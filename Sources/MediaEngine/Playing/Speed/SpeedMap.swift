import MediaSupport

/// The relation between a sound's frames and the frames of the ring that it is decoded into at a speed. A pure value.
///
/// Both numbers are limited to `SoundFrames.farthest`, whatever the speed.
struct SpeedMap: Equatable, Sendable {
  /// The frame of the sound that is the first frame of the ring.
  var origin: Int64 = 0
  /// The speed: the number of the sound's frames for each frame of the ring, above 0.
  var rate = 1.0

  /// The speeds at which sound is heard. It is silent at others.
  static let heardRates = 1.0 / 32...32

  /// Returns the frame of the sound from which a frame of the ring, from 0, is made.
  func frame(at place: Int64, _ rule: FloatingPointRoundingRule = .down) -> Int64 {
    min(origin + min(Int64(clamping: Double(place) * rate, rule), SoundFrames.farthest), SoundFrames.farthest)
  }

  /// Returns the frame of the ring that is nearest to a frame of the sound; 0 if that lies before the ring's first.
  func place(of frame: Int64) -> Int64 {
    min(max(0, Int64(clamping: Double(frame - origin) / rate)), SoundFrames.farthest)
  }
}
