/// The state of a sound that is played: what is wanted of it, how far it is decoded, and where it ends. A pure value.
///
/// Frames of the sound are counted at the device's rate. The frames of the ring into which it is decoded are others: see
/// `SpeedMap`.
struct SoundState {
  var isPlaying = false
  /// The mixer's frame at which the sound begins once it is decoded; `nil` for at once.
  var startFrame: Int64?
  /// The number of missing frames when it last began to play.
  var starvedBefore: Int64 = 0
  var algorithm: TimeStretchAlgorithm
  var loopCount: Int
  /// The number of repetitions for which the worker last decoded.
  var decodedLoopCount: Int?
  /// The frame of the sound that the worker must seek; `nil` if it continues.
  private var target: Int64?
  /// The sought frame of the sound that is not decoded yet; `nil` if the ring contains what is played.
  private(set) var goal: Int64?
  /// The mapping between the ring's frames and the sound's, valid while no other position is being sought.
  private(set) var map: SpeedMap
  /// The number of frames of the whole sound, once it was decoded to its end.
  private var length: Int64?
  /// The frame of the ring behind the sound's last frame; `nil` if it is not known.
  private var end: Int64?
  /// The frame of the sound behind the last one that may be heard; `nil` for all of the sound.
  var limit: Int64?
  /// The frame of the ring at which another sound takes over; `nil` if none does.
  var stop: Int64?
  /// The error that ended decoding.
  private(set) var error: (any Error)?
  var hasEnded = false

  /// - Parameters:
  ///   - frame: the frame of the sound at which playing begins.
  ///   - rate: the speed.
  init(at frame: Int64, rate: Double, _ algorithm: TimeStretchAlgorithm, loopCount: Int) {
    (target, goal) = (frame, frame)
    map = SpeedMap(rate: rate)
    (self.algorithm, self.loopCount) = (algorithm, loopCount)
  }

  // MARK: Positions

  /// Seeks a frame of the sound, at which it does not wait for a frame of the mixer.
  ///
  /// - Parameter rate: the speed from there on; `nil` to keep it.
  mutating func seek(to frame: Int64, rate: Double? = nil) {
    map.rate = rate ?? map.rate
    (target, goal, startFrame) = (frame, frame, nil)
  }

  /// A Boolean value that says whether the last sought position is decoded.
  var isReady: Bool { goal == nil }

  /// A Boolean value that says whether the worker must seek.
  var mustSeek: Bool { target != nil && !hasEnded }

  /// A Boolean value that says whether the worker may continue to decode.
  var isToBeDecoded: Bool { target == nil && !hasEnded }

  /// Returns the frame that the worker must seek, as the ring's origin, with the speed; `nil` if it continues. The
  /// worker then seeks it.
  mutating func takeTarget() -> SpeedMap? {
    guard let frame = target.take() else { return nil }
    return SpeedMap(origin: frame, rate: map.rate)
  }

  /// Notes that the ring was begun anew with a frame of the sound.
  mutating func restarts(from origin: Int64) { (map.origin, end, error) = (origin, nil, nil) }

  /// Notes that enough is decoded to begin with.
  ///
  /// - Returns: Whether the sought position is reached with that: another may be sought by now.
  mutating func arrives() -> Bool {
    guard goal != nil, target == nil, !hasEnded else { return false }
    goal = nil
    return true
  }

  /// Returns the frame of the sound that a frame of the ring contains. The frames of repetitions count from the
  /// sound's start again.
  func frame(at place: Int64) -> Int64 {
    let frame = map.frame(at: place)
    guard let length, map.origin < length, frame > length else { return frame }
    return (frame - 1) % length + 1
  }

  /// Returns whether a frame of the sound is decoded, and the frames behind it as far as there are any.
  ///
  /// - Parameters:
  ///   - ahead: the number of the ring's frames behind it.
  ///   - written: the number of frames that were written to the ring.
  func isDecoded(_ frame: Int64, ahead: Int64, written: Int64) -> Bool {
    isReady && frame >= map.origin && written >= min(map.place(of: frame) + ahead, end ?? .max)
  }

  // MARK: The end

  /// Notes how far the sound was decoded.
  ///
  /// - Parameters:
  ///   - end: the frame of the ring behind the last one; `nil` if it is not known.
  ///   - length: the number of frames of the whole sound; `nil` if it is not known.
  /// - Returns: Whether the end is another than before.
  mutating func finds(end: Int64?, length: Int64?) -> Bool {
    defer { (self.end, self.length) = (end, length ?? self.length) }
    return self.end != end
  }

  /// Notes that the sound cannot be decoded further.
  mutating func fails(_ error: any Error) {
    if !hasEnded { self.error = error }
    decodedLoopCount = loopCount
  }

  /// The frame of the sound behind its last one; `nil` if it is not known.
  var endFrame: Int64? { isReady ? end.map { map.frame(at: $0, .toNearestOrAwayFromZero) } : nil }

  /// The frame of the ring behind the last one that is heard; `nil` if it is not known.
  var endPlace: Int64? { [end, limit.map { map.place(of: $0) }, stop].compactMap { $0 }.min() }
}
