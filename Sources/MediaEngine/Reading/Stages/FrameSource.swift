import CoreMedia
import MediaInterop
import MediaSupport

/// A track's decoded frames in presentation order.
protocol FrameSequence: AnyObject {
  /// The next frame; `nil` at the end.
  func next() throws -> Frame?

  /// Whether no packet comes behind those that were decoded so far, and where the last of them ends, in the stream's
  /// ticks.
  var isAtLastPacket: Bool { get }
  var lastPacketEnd: Int64? { get }
}

/// Packets through a decoder, and what counts as damage, which ends them.
final class FrameSource: FrameSequence {
  /// Pictures decode on as many threads as two cores use; more only hold more frames.
  static let pictureThreads = 2

  private let packets: any PacketSource
  private let decoder: Decoder
  private let timeline: AssetTimeline
  private let notes: ReadingNotes
  private var hasDecodedFrame = false
  private var beginning: DecodingStart
  /// The first packet is read when the first frame is wanted: readers that share a demuxer are all made before that.
  private var hasStarted = false
  private var pending: Packet?
  private var isDraining = false
  /// End of the last packet that was read, in the stream's ticks.
  private(set) var lastPacketEnd: Int64?
  private(set) var isAtLastPacket = false
  /// End of the packet that was given to the decoder last, whether it took it or not.
  private var decodedEnd: Int64?

  /// - Parameters:
  ///   - decoder: a new one, or one that was flushed.
  ///   - start: the time that the packets were sought for, in the stream's ticks; `nil` at the stream's start.
  init(_ context: ReadingContext, _ packets: any PacketSource, decoder: Decoder, start: Int64?) {
    self.packets = packets
    self.decoder = decoder
    timeline = context.timeline
    notes = context.notes
    beginning = DecodingStart(of: context.track, wanted: start)
  }

  /// - Throws: `MediaError`: there is no decoder, or it does not take the stream's configuration.
  static func decoder(of track: SourceTrack, threads: Int) throws -> Decoder {
    try Decoder(
      track.stream.parameters, timeBase: track.stream.timeBase, threads: threads,
      options: options(of: track.stream.parameters.codec))
  }

  /// AC-3's decoder fills bits that were not coded with noise: made from the frame's own bytes it is the same wherever
  /// decoding begins.
  static func options(of codec: CodecID) -> [String: String] {
    codec == .ac3 || codec == .eac3 ? ["cons_noisegen": "1"] : [:]
  }

  /// The next frame; `nil` at the end.
  ///
  /// - Throws: `MediaError` of stage `.decoding` for damaged media. What needs a picture from before the first
  ///   random-access point, as in a capture that begins in mid-stream, is left out with a note.
  func next() throws -> Frame? {
    while true {
      do {
        switch try decoder.receive() {
        case .frame(let frame):
          if beginning.leavesOut(frame) {
            if beginning.isDamaged(frame) { note("skipped a damaged picture before the first random-access point") }
            continue
          }
          if beginning.isDamaged(frame), hasDecodedFrame || !beginning.excusesErrors {
            throw MediaError(.damagedMedia, .decoding, "the encoded media is damaged", time: timeline.time(frame.pts))
          }
          hasDecodedFrame = true
          return frame
        case .end: return nil
        case .needsInput: try feed()
        }
      } catch let error as MediaError
        where error.kind == .damagedMedia && !isDraining && isExcused
      {
        note("skipped what cannot be decoded before the first frame: \(error)")
      }
    }
  }

  private var isExcused: Bool {
    !hasDecodedFrame && beginning.excusesErrors || beginning.isUnheard(before: decodedEnd)
  }

  /// What cannot be decoded behind a place that reading was sent to is of no interest: it is not what was wanted.
  private func note(_ sentence: String) { if beginning.isOfTrack { notes.add(sentence) } }

  private func feed() throws {
    if !hasStarted {
      hasStarted = true
      try advance()
    }
    guard let packet = pending else {
      if isDraining { return }
      isDraining = true
      return try decoder.drain()
    }
    if packet.isDamaged {
      throw packets.damage(of: packet, at: timeline.time(packet.pts ?? packet.dts))
    }
    let end = (packet.pts ?? packet.dts).map { $0 + packet.duration }
    decodedEnd = end ?? decodedEnd
    guard try send(packet) else { return }
    lastPacketEnd = end ?? lastPacketEnd
    try advance()
  }

  private func advance() throws {
    pending = try packets.next()
    isAtLastPacket = pending == nil
    if let pending { beginning.note(pending) }
  }

  /// A packet that cannot be decoded is used up all the same.
  private func send(_ packet: Packet) throws -> Bool {
    do {
      return try decoder.send(packet)
    } catch {
      try advance()
      throw error
    }
  }
}
