import Bitstreams
import MediaInterop
import MediaSupport

extension MediaInterop.Stream {
  /// Returns the stream with a time base in which samples of sound and the container's ticks are whole numbers.
  func countingSamples(in probe: Probe) -> MediaInterop.Stream {
    var stream = self
    stream.startTime = presentedStart(in: probe)
    // In a Core Audio file, libavformat also counts samples that are not heard, and states no duration for codings with
    // packets of one size.
    let unheard = parameters.initialPadding + parameters.trailingPadding
    if parameters.kind == .audio, probe.traits.hasPacketTable, frameCount > 0, duration == nil || unheard > 0 {
      let heard = max(0, frameCount - Int64(unheard))
      stream.duration = parameters.samples.rescale(heard, to: timeBase)
    }
    guard parameters.kind == .audio, !probe.isMovie,
      let clock = SoundClock(sampleRate: parameters.sampleRate, container: timeBase)
    else { return stream }
    stream.timeBase = clock.timeBase
    stream.startTime = stream.startTime.map { timeBase.rescale($0, to: clock.timeBase) }
    stream.duration = stream.duration.map { timeBase.rescale($0, to: clock.timeBase) }
    return stream
  }

  /// Returns the time of the first picture, or of the first audible sample, in the container's ticks.
  func presentedStart(in probe: Probe) -> Int64? {
    guard let start = startTime ?? (probe.traits.isBareMPEGVideo ? 0 : nil) else { return nil }
    let trim = parameters.samples.rescale(Int64(unstatedStartTrim(in: probe)), to: timeBase)
    return start + trim + unstatedDelay(in: probe)
  }

  /// Returns the ticks from the first decode time to the time at which the first picture is shown, if the container
  /// states only decode times, as `PacketChain` counts them; zero otherwise.
  ///
  /// Pictures of H.264 and H.265 are shown when as many pictures are decoded as the reorder depth says; pictures of
  /// other codings when the next picture is decoded that does not lie between two others. FFmpeg's decoders do the
  /// same.
  private func unstatedDelay(in probe: Probe) -> Int64 {
    guard parameters.kind == .video, parameters.reorderDepth > 0, !probe.traits.statesPresentationTimes,
      !probe.traits.isBareNALUnits, let rate = realFrameRate ?? averageFrameRate
    else { return 0 }
    let count = [.h264, .hevc].contains(parameters.codec) ? parameters.reorderDepth : 1
    return TimeBase(rate.denominator, rate.numerator).rescale(Int64(count), to: timeBase)
  }

  /// Returns the number of samples to drop at the start, if no packet states it: Matroska states it in Opus's own
  /// header or with the track (`CodecDelay`), and a Core Audio file in its packet table. In other containers the first
  /// packet does.
  func unstatedStartTrim(in probe: Probe) -> Int {
    guard parameters.kind == .audio, probe.traits.statesTrim else { return 0 }
    guard parameters.codec == .opus else { return max(0, parameters.initialPadding) }
    return (try? OpusConfiguration(opusHead: parameters.extradata)).map { Int($0.preSkip) } ?? 0
  }

  /// Returns the end of the audible sound, in ticks of the container, if only a Core Audio file's packet table states
  /// it; `nil` otherwise.
  func unstatedEnd(in probe: Probe) -> Int64? {
    guard probe.traits.hasPacketTable, parameters.trailingPadding > 0, frameCount > 0 else { return nil }
    return (startTime ?? 0) + parameters.samples.rescale(frameCount - Int64(parameters.trailingPadding), to: timeBase)
  }
}
