import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// The work of a track's worker: its encoder, and the encoder's packets that were not handed to the gate yet.
///
/// Packets are handed to the gate together with the request for the next samples, and also in between if there are many:
/// a last pass produces all packets of a track at once.
final class EncodingWork: @unchecked Sendable {
  // Sendable: used by the track's worker alone, which is one thread.
  private let gate: Gate
  private let number: Int
  private let stage: EncodingStage
  /// Stores packets that will be written much later; `nil` if nothing may be written to a disk.
  private let spill: PacketSpill?
  /// Finds out how many bits the track's packets may have, in several passes; `nil` for one pass.
  private let rehearsal: FileRehearsal?

  private var origin: CMTime?
  private var deliveries: [Gate.Delivery] = []
  private var deliveredBytes = 0
  private var progress = EncodingProgress()
  private var pressure = Gate.Pressure()

  init(
    _ stage: EncodingStage, number: Int, in gate: Gate, spill: PacketSpill?, rehearsal: FileRehearsal?
  ) {
    self.stage = stage
    self.number = number
    self.gate = gate
    self.spill = spill
    self.rehearsal = rehearsal
  }

  /// Hands the encoded packets to the gate, and takes what comes next.
  func turn() throws -> Gate.Turn {
    let (turn, pressure) = gate.turn(of: number, giving: takeDeliveries(), progress)
    heed(pressure)
    return turn
  }

  func begin(at origin: CMTime) { self.origin = origin }

  func encode(_ sample: CMSampleBuffer) throws {
    guard let origin else {
      throw MediaError(.internalError, .encoding, "a sample came before its session")
    }
    try stage.encode(sample, sessionStart: origin, emit: emit)
    noteFirstPass()
  }

  /// Emits the packets that the encoder still holds. A track that is finished without a session has nothing to encode.
  func drain() throws { try stage.finish(emit: emit) }

  /// Hands over the last packets, which may complete the file.
  func finish() { gate.didDrain(number, giving: takeDeliveries(), progress, stage.timeline) }

  var passReport: PassReport? { stage.passReport }

  /// Analyses a pass.
  ///
  /// - Returns: The time ranges of the source that the next pass needs; `nil` if there is no next pass.
  func endPass() throws -> [CMTimeRange]? {
    // Without a session there were no samples to analyse.
    guard origin != nil else { return nil }
    let ranges = try stage.endPass { try rehearsal?.bits(for: number, giving: $0) }
    if ranges != nil { gate.beginPass(number) }
    noteFirstPass()
    return ranges
  }

  /// Notes the progress of the first of several passes, whose packets leave the codec later, all at once.
  private func noteFirstPass() {
    guard let firstPass = stage.firstPass else { return }
    let time = TimeBase.nanoseconds.ticks(firstPass.end) ?? 0
    progress = EncodingProgress(sampleCount: firstPass.count, time: max(0, time))
  }

  // MARK: Giving

  private func emit(_ sample: EncodedSample, decodeTime: Int64) throws {
    var sample = sample
    if case .packet(let packet) = sample {
      if rehearsal == nil {
        progress.sampleCount += 1
        progress.time = max(progress.time, decodeTime)
      }
      deliveredBytes += packet.bytes.count
      if pressure.mustSpill, let spill, !PacketSpill.holds(packet) { sample = .packet(try spill.store(packet)) }
    }
    deliveries.append((sample, decodeTime))
    guard
      deliveries.count >= Interleaver<EncodedSample>.wakingPackets
        || deliveredBytes >= Interleaver<EncodedSample>.wakingBytes
    else { return }
    heed(gate.deliver(takeDeliveries(), of: number, progress))
    // One sample can take very long to encode, such as sound behind a gap of hours.
    if pressure.isOver { throw MediaError(.cancelled, .encoding, "writing is over") }
  }

  private func takeDeliveries() -> [Gate.Delivery] {
    defer { (deliveries, deliveredBytes) = ([], 0) }
    return deliveries
  }

  private func heed(_ pressure: Gate.Pressure) {
    self.pressure = pressure
    if pressure.mustPause { gate.waitForRoom() }
  }
}
