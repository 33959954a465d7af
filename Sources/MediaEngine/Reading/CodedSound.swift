import MediaInterop
import MediaSupport
import MovieFile

/// The packets of a sound track of a container that is no movie, with the times and lengths that the coding itself
/// tells: to the sample, where the container rounds or leaves out.
final class CodedSound: PacketSource {
  private let packets: any PacketSource
  private let stream: MediaInterop.Stream
  /// What the container's times are counted in.
  private let container: TimeBase
  private let sample: TimeBase
  private let sampleCount: CodedSampleCount
  private let startTrim: Int
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var clock: SoundClock?
  nonisolated(unsafe) private var isAtStart = true

  /// - Parameter stream: the track's, whose time base `Stream.countingSamples` chose.
  init(_ packets: any PacketSource, of stream: MediaInterop.Stream, in probe: Probe) {
    self.packets = packets
    self.stream = stream
    sample = TimeBase(ticksPerSecond: Int32(clamping: max(1, stream.parameters.sampleRate)))
    sampleCount = CodedSampleCount(stream.parameters)
    container = probe.streams[stream.index].timeBase
    clock = SoundClock(sampleRate: stream.parameters.sampleRate, container: container)
    startTrim = probe.streams[stream.index].unstatedStartTrim(in: probe)
  }

  func next() throws -> Packet? {
    guard let packet = try packets.next() else { return nil }
    return counted(packet)
  }

  func seek(to ticks: Int64) throws {
    clock?.reset()
    isAtStart = false
    try packets.seek(to: stream.timeBase.rescale(ticks, to: container, .down))
  }

  func cancel() { packets.cancel() }

  private func counted(_ source: Packet) -> Packet {
    var packet = source
    packet.timeBase = stream.timeBase
    packet.pts = source.pts.map { container.rescale($0, to: stream.timeBase) }
    if isAtStart, source.trimStart == 0, startTrim > 0 {
      packet.trimStart = startTrim
      // The container's time is that of the first sample that is heard, less the others in whole ticks.
      packet.pts = source.pts.map { stated in
        let heard = stated + sample.rescale(Int64(startTrim), to: container)
        return container.rescale(heard, to: stream.timeBase) - sample.rescale(Int64(startTrim), to: stream.timeBase)
      }
    }
    isAtStart = false
    packet.duration =
      sampleCount.of(source).map { sample.rescale(Int64($0), to: stream.timeBase) }
      ?? container.rescale(source.duration, to: stream.timeBase)
    if let pts = packet.pts, packet.duration > 0, let time = clock?.time(of: pts, lasting: packet.duration) {
      packet.pts = time
    }
    packet.dts = packet.pts
    return packet
  }
}
