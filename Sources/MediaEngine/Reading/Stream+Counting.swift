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
      let sample = TimeBase(ticksPerSecond: Int32(clamping: max(1, parameters.sampleRate)))
      stream.duration = sample.rescale(frameCount, to: timeBase)
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
    let sample = TimeBase(ticksPerSecond: Int32(clamping: max(1, parameters.sampleRate)))
    return startTime.map { $0 + sample.rescale(Int64(unstatedStartTrim(in: probe)), to: timeBase) }
  }

  /// Samples to drop at the start that the coding's own header tells, and no packet: Opus in Matroska. Elsewhere the
  /// first packet does.
  func unstatedStartTrim(in probe: Probe) -> Int {
    guard parameters.codec == .opus, probe.isFormat("matroska"),
      let head = try? OpusConfiguration(opusHead: parameters.extradata)
    else { return 0 }
    return Int(head.preSkip)
  }
}
