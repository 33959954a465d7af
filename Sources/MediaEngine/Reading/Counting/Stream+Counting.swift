import MediaInterop
import MediaSupport
import MovieFile

extension MediaInterop.Stream {
  /// The stream with a time base in which samples of sound and the container's ticks are whole numbers.
  func countingSamples(in probe: Probe) -> MediaInterop.Stream {
    var stream = self
    stream.startTime = presentedStart(in: probe)
    // Of codings with packets of one size libavformat counts the samples of a Core Audio file, and says no duration.
    if duration == nil, parameters.kind == .audio, probe.isFormat("caf"), frameCount > 0 {
      stream.duration = parameters.samples.rescale(frameCount, to: timeBase)
    }
    guard parameters.kind == .audio, !probe.isFormat("mov"),
      let clock = SoundClock(sampleRate: parameters.sampleRate, container: timeBase)
    else { return stream }
    stream.timeBase = clock.timeBase
    stream.startTime = stream.startTime.map { timeBase.rescale($0, to: clock.timeBase) }
    stream.duration = stream.duration.map { timeBase.rescale($0, to: clock.timeBase) }
    return stream
  }

  /// The time of the first picture or of the first sample that is heard, in the container's ticks.
  func presentedStart(in probe: Probe) -> Int64? {
    return startTime.map { $0 + parameters.samples.rescale(Int64(unstatedStartTrim(in: probe)), to: timeBase) }
  }

  /// Samples to drop at the start that Matroska tells, in Opus's own header or with the track (`CodecDelay`), and no
  /// packet. Elsewhere the first packet does.
  func unstatedStartTrim(in probe: Probe) -> Int {
    guard parameters.kind == .audio, probe.isFormat("matroska") else { return 0 }
    guard parameters.codec == .opus else { return max(0, parameters.initialPadding) }
    return (try? OpusConfiguration(opusHead: parameters.extradata)).map { Int($0.preSkip) } ?? 0
  }
}
