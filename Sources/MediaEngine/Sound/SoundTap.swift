package import CoreMedia

/// A client's own processing of a track's sound in a mix.
package struct SoundTap: Sendable {
  /// A stretch of sound that a tap may change.
  package struct Sound {
    /// Interleaved frames.
    package let samples: UnsafeMutableBufferPointer<Float>
    package let channelCount: Int
    /// The number of frames in a second.
    package let sampleRate: Int
    /// The time range of the frames, on the asset's timeline.
    package let timeRange: CMTimeRange
  }

  /// A Boolean value that says whether the sound is tapped before its volume is applied.
  package let isBeforeVolume: Bool
  package let process: @Sendable (Sound) -> Void

  package init(isBeforeVolume: Bool, _ process: @escaping @Sendable (Sound) -> Void) {
    (self.isBeforeVolume, self.process) = (isBeforeVolume, process)
  }
}
