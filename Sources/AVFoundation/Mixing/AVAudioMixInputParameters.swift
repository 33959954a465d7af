public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// The volume of a track in a mix, as it changes over time, and the track's processing.
///
/// Before the first volume that is set, it is 1; behind the last ramp it stays at the ramp's end (MX-10 to MX-12). An
/// object of this class does not change; `mutableCopy()` gives one that can be edited.
public class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: what changes is behind a lock.

  struct Values: Sendable {
    var trackID = kCMPersistentTrackID_Invalid
    var volume = VolumeRamps()
    var timePitchAlgorithm: AVAudioTimePitchAlgorithm?
    var tap: MTAudioProcessingTap?

    /// The treatment of the track's sound, for the engine.
    var treatment: SoundTreatment {
      var treatment = SoundTreatment()
      (treatment.volume, treatment.tap) = (volume, tap?.tap)
      return treatment
    }
  }

  let values: Mutex<Values>

  init(_ values: Values) { self.values = Mutex(values) }

  /// The identifier of the track that the parameters are for.
  public var trackID: CMPersistentTrackID { values.withLock { $0.trackID } }

  /// The algorithm for the pitch of sound that is shown at another speed. It is `nil` for that of the output.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { values.withLock { $0.timePitchAlgorithm } }

  /// The client's own processing of the track's sound, or `nil` for none.
  public var audioTapProcessor: MTAudioProcessingTap? { values.withLock { $0.tap } }

  /// Gets the ramp whose time range contains a time, or else the first one that begins later (MX-13).
  ///
  /// - Parameters:
  ///   - startVolume: set to the ramp's first volume, unless it is `nil`; and so the others.
  /// - Returns: `false` behind the last ramp: nothing is set then.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = values.withLock({ $0.volume.ramp(at: time) }) else { return false }
    startVolume?.pointee = ramp.start
    endVolume?.pointee = ramp.end
    timeRange?.pointee = ramp.range
    return true
  }

  /// Parameters that do not change any more: these, unless they can be edited.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The same parameters, which can be edited.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableAudioMixInputParameters(values.withLock { $0 })
  }
}

/// Parameters that can be edited. What takes them keeps a copy, which later changes do not change.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override init(_ values: Values) { super.init(values) }

  /// Parameters for a track, of volume 1. With `nil` they are for no track until `trackID` is set.
  public convenience init(track: AVAssetTrack?) {
    var values = Values()
    values.trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
    self.init(values)
  }

  /// Parameters of volume 1, for no track until `trackID` is set.
  public convenience init() { self.init(Values()) }

  /// The identifier of the track that the parameters are for.
  public override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { values.withLock { $0.trackID = newValue } }
  }

  /// The algorithm for the pitch of sound that is shown at another speed. It is `nil` for that of the output.
  public override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { values.withLock { $0.timePitchAlgorithm = newValue } }
  }

  /// The client's own processing of the track's sound, or `nil` for none.
  public override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set { values.withLock { $0.tap = newValue } }
  }

  /// Sets the volume from a time on (MX-11). Stops the process for a time that is not numeric (MX-14).
  public func setVolume(_ volume: Float, at time: CMTime) {
    setVolumeRamp(
      fromStartVolume: volume, toEndVolume: volume, timeRange: CMTimeRange(start: time, duration: .zero))
  }

  /// Lets the volume change in a time range, in a straight line, and stay at its end (MX-12). Stops the process for a
  /// range whose start or duration is not numeric (MX-14).
  public func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    if !timeRange.start.isNumeric || !timeRange.duration.isNumeric || timeRange.duration < .zero {
      raise(.invalidArgument, "the start and the duration of a volume's time range are numbers")
    }
    values.withLock { $0.volume.set(VolumeRamps.Ramp(timeRange, from: startVolume, to: endVolume)) }
  }

  /// The same parameters, which do not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(values.withLock { $0 }) }
}
