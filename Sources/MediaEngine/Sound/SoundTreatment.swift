import CoreMedia

/// The treatment of a track's sound in a mix: its volume over time, and a client's own processing (MX-10 to MX-30).
package struct SoundTreatment: Sendable {
  package var volume = VolumeRamps()
  package var tap: SoundTap?

  package init() {}

  /// Treats interleaved frames in place.
  ///
  /// - Parameter first: the number of the first frame, counted from the asset's time zero.
  func apply(
    to samples: UnsafeMutableBufferPointer<Float>, channelCount: Int, from first: Int64, sampleRate: Int
  ) {
    let count = samples.count / max(1, channelCount)
    func process() {
      let scale = CMTimeScale(clamping: sampleRate)
      tap?.process(
        SoundTap.Sound(
          samples: samples, channelCount: channelCount, sampleRate: sampleRate,
          timeRange: CMTimeRange(
            start: CMTime(value: first, timescale: scale), duration: CMTime(value: Int64(count), timescale: scale))))
    }
    if tap?.isBeforeVolume == true { process() }
    volume.apply(to: samples, channelCount: channelCount, from: first, sampleRate)
    if tap?.isBeforeVolume == false { process() }
  }
}
