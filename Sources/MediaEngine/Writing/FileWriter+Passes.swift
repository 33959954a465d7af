import MediaInterop
import MediaSupport
import Synchronization

/// What tracks that are encoded in several passes ask of their file.
extension FileWriter {
  /// Where such a track keeps its packets; `nil` where it cannot be encoded so: the codec or the settings have no use for
  /// it, or nothing may be written to a disk.
  func passSpill(for configuration: TrackConfiguration) -> PacketSpill? {
    guard configuration.makesPasses, !configuration.isRealTime, case .video(let encoding) = configuration.encoding,
      PassContract(encoding) != nil
    else { return nil }
    return spill.map { PacketSpill(directory: $0.directory) }
  }

  /// - Throws: `MediaError(.unsupportedSettings)` for settings that one pass cannot honour, of a track that makes one.
  func requireOnePass(of configuration: TrackConfiguration) throws {
    guard case .video(let encoding) = configuration.encoding, encoding.targetSSIM != nil || encoding.leastSSIM != nil
    else { return }
    throw MediaError(
      .unsupportedSettings, .opening, "a structural similarity is reached in several passes, and the input makes one")
  }

  func endPass(_ track: Int) {
    state.withLock { $0.gate.endPass(track) }
    readinessChanged()
  }

  func beginPass(_ track: Int) {
    state.withLock { $0.gate.beginPass(track) }
    readinessChanged()
  }

  /// What the passes of a track came to, once it is drained; `nil` of a track that is encoded in one.
  func passReport(of track: Int) -> PassReport? { state.withLock { $0.passReports[track] } }

  /// The file is to have so many bytes: tracks that are encoded in several passes take what the others leave.
  package func aim(at size: Int64) { state.withLock { $0.targetSize = size } }

  /// The bits that a track's packets may have for the file to get its size; `nil` where none was asked for.
  ///
  /// What other tracks have that are not finished is taken as it is. The end of those that are finished is waited for: it
  /// needs nothing more from the client.
  ///
  /// - Parameter samples: all that the track would give now.
  /// - Throws: `MediaError` of what the container cannot carry.
  func bits(for track: Int, giving samples: [EncodedSample]) throws -> Double? {
    guard let size = state.withLock({ $0.targetSize }) else { return nil }
    room.wait { state.withLock { $0.lifecycle.status != .writing || $0.othersAreDrained(but: track) } }
    guard let whole = try rehearsedSize(giving: samples, to: track) else { return nil }
    let bytes = samples.reduce(0) { $0 + Int64($1.packet?.bytes.count ?? 0) }
    return Double(max(0, size - (whole - bytes))) * 8
  }

  /// How large the file becomes if a track gives these samples, and the others nothing but what they gave: all of it is
  /// written to nowhere. `nil` of what is no file.
  private func rehearsedSize(giving samples: [EncodedSample], to track: Int) throws -> Int64? {
    guard let container = try container.rehearsal() else { return nil }
    defer { container.cancel() }
    var (gate, timelines) = state.withLock { ($0.gate, $0.timelines) }
    timelines[track] = nil
    for sample in samples {
      let time = sample.packet.map { $0.timeBase.rescale($0.dts ?? $0.pts ?? 0, to: .nanoseconds) }
      gate.didEncode(track, decodeTime: time ?? .min, byteCount: 0, payload: sample)
    }
    for other in timelines.indices { gate.didDrain(other) }
    let known = timelines
    while let (track, sample) = gate.nextPacket() {
      if let packet = sample.packet, known[track] == nil {
        timelines[track] = timelines[track] ?? TrackTimeline(timeBase: packet.timeBase)
        timelines[track]?.didWrite(packet)
      }
      try container.write(sample, track: track)
    }
    try container.finish(state.withLock { $0.closed(timelines) })
    return container.size
  }
}

extension EncodedSample {
  fileprivate var packet: Packet? { if case .packet(let packet) = self { packet } else { nil } }
}

extension FileWriter.State {
  fileprivate func othersAreDrained(but track: Int) -> Bool {
    timelines.indices.allSatisfy { $0 == track || !gate.isFinished($0) || gate.isDrained($0) }
  }
}
