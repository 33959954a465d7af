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
  private var beginning: Beginning
  /// The first packet is read when the first frame is wanted: readers that share a demuxer are all made before that.
  private var hasStarted = false
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
    beginning = Beginning(of: track)
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
          if frame.isDamaged, beginning.isBefore(frame.pts) {
            notes.add("skipped a damaged picture before the first random-access point")
            continue
          }
          if frame.isDamaged, hasDecodedFrame || !beginning.excusesErrors {
            throw MediaError(.damagedMedia, .decoding, "the encoded media is damaged", time: timeline.time(frame.pts))
          }
          hasDecodedFrame = true
          return frame
        case .end: return nil
        case .needsInput: try feed()
        }
      } catch let error as MediaError
        where error.kind == .damagedMedia && !hasDecodedFrame && !isDraining && beginning.excusesErrors
      {
        notes.add("skipped what cannot be decoded before the first frame: \(error)")
      }
    }
  }

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
    guard try send(packet) else { return }
    if let time = packet.pts ?? packet.dts { lastPacketEnd = time + packet.duration }
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

/// What of a track's beginning may be undecodable without being damage.
private struct Beginning {
  private let isPictures: Bool
  private let isMovie: Bool
  /// The first random-access point was read; its time, where it has one.
  private var hasAccessPoint = false
  private var accessTime: Int64?
  private var hasDependentPackets = false

  init(of track: SourceTrack) {
    isPictures = track.mediaType == .video
    isMovie = track.hasMovieTables
  }

  /// Takes note of a packet about to be decoded.
  mutating func note(_ packet: Packet) {
    if !hasAccessPoint, packet.isKeyFrame {
      hasAccessPoint = true
      accessTime = packet.pts
    } else if !hasAccessPoint || isBefore(packet.pts) {
      hasDependentPackets = true
    }
  }

  /// Whether a picture is shown before the first random-access point, and may need one that is not there.
  func isBefore(_ time: Int64?) -> Bool {
    guard isPictures, let time, let accessTime else { return false }
    return time < accessTime
  }

  /// Whether an error before the first frame may come from what is missing before the track's first packet.
  ///
  /// Sound has no packets that say so: a stream may begin in the middle of a frame, a movie's track does not.
  var excusesErrors: Bool { isPictures ? hasDependentPackets : !isMovie }
}
