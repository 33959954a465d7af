import MediaInterop
import MediaSupport
import Synchronization

/// Finds out how many bits a track's packets may have for the file to reach the wanted size. It writes the file as a
/// dry run and discards the result.
final class FileRehearsal: Sendable {
  private let gate: Gate
  private let container: any ContainerWriter

  init(of container: any ContainerWriter, in gate: Gate) {
    self.gate = gate
    self.container = container
  }

  /// Returns the number of bits that a track's packets may have for the file to reach the wanted size. It is `nil` if
  /// no size is wanted.
  ///
  /// Other tracks that are not finished count with the packets that they have so far. For finished tracks the call
  /// waits until their last packet is there, which needs nothing more from the client.
  ///
  /// - Parameter samples: the samples that the track would produce now.
  /// - Throws: `MediaError` for media that the container cannot carry.
  func bits(for track: Int, giving samples: [EncodedSample]) throws -> Double? {
    guard let size = gate.state.withLock({ $0.targetSize }) else { return nil }
    gate.room.wait {
      gate.state.withLock { $0.lifecycle.status != .writing || $0.othersAreDrained(but: track) }
    }
    guard let whole = try rehearsedSize(giving: samples, to: track) else { return nil }
    let bytes = samples.reduce(0) { $0 + Int64($1.packet?.bytes.count ?? 0) }
    return Double(max(0, size - (whole - bytes))) * 8
  }

  /// Returns the size of the file in bytes, if a track produces these samples, and the others nothing beyond what they
  /// have already. It is `nil` if the output is no file.
  private func rehearsedSize(giving samples: [EncodedSample], to track: Int) throws -> Int64? {
    guard let container = try container.rehearsal() else { return nil }
    defer { container.cancel() }
    var (interleaver, timelines) = gate.state.withLock { ($0.interleaver, $0.tracks.map(\.timeline)) }
    timelines[track] = nil
    for sample in samples {
      let time = sample.packet.map { $0.timeBase.rescale($0.dts ?? $0.pts ?? 0, to: .nanoseconds) }
      interleaver.didEncode(track, decodeTime: time ?? .min, byteCount: 0, payload: sample)
    }
    for other in timelines.indices { interleaver.didDrain(other) }
    let known = timelines
    while let (track, sample) = interleaver.nextPacket() {
      if let packet = sample.packet, known[track] == nil {
        timelines[track] = timelines[track] ?? TrackTimeline(timeBase: packet.timeBase)
        timelines[track]?.didWrite(packet)
      }
      try container.write(sample, track: track)
    }
    try container.finish(gate.state.withLock { $0.closed(timelines) })
    return container.size
  }
}
