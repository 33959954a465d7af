public import CoreMedia
import MediaEngine

/// A client's own processing of a track's sound in a mix: a closure, where Apple's MediaToolbox takes C functions
/// (MX-30).
///
/// The closure is called with one stretch of sound after the other, on the thread that reads.
public final class MTAudioProcessingTap: Sendable {
  /// The place of a tap in the mix.
  public enum Position: Sendable {
    /// The sound comes before its volume is applied.
    case preEffects
    /// The sound comes with its volume.
    case postEffects
  }

  /// A stretch of sound.
  public struct Sound {
    /// The samples: floating-point numbers from -1 to 1, with the channels of a frame interleaved. They are valid
    /// during the call, and may be changed.
    public let samples: UnsafeMutableBufferPointer<Float>
    /// The number of channels.
    public let channelCount: Int
    /// The number of frames in a second.
    public let sampleRate: Int
    /// The time range of the sound, on the asset's timeline.
    public let timeRange: CMTimeRange
  }

  let tap: SoundTap

  /// Makes a tap.
  ///
  /// - Parameter process: changes the samples in place, or just looks at them. It is called on any thread, by one
  ///   reader at a time.
  public init(position: Position = .preEffects, process: @escaping @Sendable (Sound) -> Void) {
    tap = SoundTap(isBeforeVolume: position == .preEffects) { sound in
      process(
        Sound(
          samples: sound.samples, channelCount: sound.channelCount, sampleRate: sound.sampleRate,
          timeRange: sound.timeRange))
    }
  }
}
