import CoreMedia
import MediaInterop
import MediaSupport

/// A track's decoded frames in presentation order: packets through a decoder, and what counts as damage.
final class FrameSource {
  /// Pictures decode on as many threads as two cores use; more only hold more frames.
  static let pictureThreads = 2

  private let packets: any PacketSource
  private let decoder: Decoder
  private let timeline: AssetTimeline
  private let notes: ReadingNotes
  private var hasDecodedFrame = false
  private var pending: Packet?
  private var isDraining = false
  /// End of the last packet that was read, in the stream's ticks.
  private(set) var lastPacketEnd: Int64?
  private(set) var isAtLastPacket = false

  init(
    _ track: SourceTrack, _ packets: any PacketSource, _ timeline: AssetTimeline, _ notes: ReadingNotes, threads: Int
  ) throws {
    self.packets = packets
    self.timeline = timeline
    self.notes = notes
    decoder = try Decoder(track.stream.parameters, timeBase: track.stream.timeBase, threads: threads)
    pending = try packets.next()
  }

  /// The next frame; `nil` at the end.
  ///
  /// - Throws: `MediaError` of stage `.decoding` for media damaged after the first frame. What cannot be
  ///   decoded before it (a capture that begins in mid-stream) is a note.
  func next() throws -> Frame? {
    while true {
      do {
        switch try decoder.receive() {
        case .frame(let frame):
          if frame.isDamaged && hasDecodedFrame {
            throw MediaError(.damagedMedia, .decoding, "the encoded media is damaged", time: timeline.time(frame.pts))
          }
          hasDecodedFrame = true
          return frame
        case .end: return nil
        case .needsInput: try feed()
        }
      } catch let error as MediaError where error.kind == .damagedMedia && !hasDecodedFrame && !isDraining {
        notes.add("skipped what cannot be decoded before the first frame: \(error)")
      }
    }
  }

  private func feed() throws {
    guard let packet = pending else {
      if isDraining { return }
      isDraining = true
      return try decoder.drain()
    }
    if packet.isDamaged {
      throw MediaError(
        .damagedContainer, .demuxing, "a sample is cut or damaged", time: timeline.time(packet.pts ?? packet.dts))
    }
    guard try send(packet) else { return }
    if let time = packet.pts ?? packet.dts { lastPacketEnd = time + packet.duration }
    pending = try packets.next()
    isAtLastPacket = pending == nil
  }

  /// A packet that cannot be decoded is used up all the same.
  private func send(_ packet: Packet) throws -> Bool {
    do {
      return try decoder.send(packet)
    } catch {
      pending = try packets.next()
      isAtLastPacket = pending == nil
      throw error
    }
  }
}
