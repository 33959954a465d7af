import MediaInterop
import MediaSupport
import MovieFile

/// The bytes of a movie's samples, and where they are missing. One caller at a time.
final class MovieMedia {
  private let path: String
  private let file: any ByteSource
  private let cancellation: Cancellation
  private let readsPastDamage: Bool
  private let trackID: UInt32
  /// The offsets of the movie's damaged fragments, in rising order.
  private let damagedFragments: [Int64]
  /// The sentence about the box that the file's end cuts; `nil` where the index would tell that better.
  private let cutBox: String?
  /// The damaged fragments that no sample lies behind yet.
  private var fragmentsAhead: ArraySlice<Int64>
  /// The sentence about the first sample that lies beyond the end of the file.
  private var missing: String?
  /// A Boolean value that says whether the sample before could not be read.
  private var isBroken = false

  /// The greatest number of bytes of a sample: a picture of 16K without any compression.
  private static let largestSample = 1 << 30

  /// - Parameter readsPastDamage: a Boolean value that says whether samples behind missing ones are wanted.
  /// - Throws: `MediaError` for a source that cannot be opened again, or not be read in any order.
  init(_ movie: Movie, of track: Track, in source: MediaSource, readsPastDamage: Bool, _ cancellation: Cancellation)
    throws
  {
    path = source.name
    guard let file = try source.bytes(cancellation: cancellation) else {
      throw MediaError(.inputUnavailable, .opening, "the source cannot be read in any order", path: path)
    }
    self.file = file
    self.cancellation = cancellation
    self.readsPastDamage = readsPastDamage
    trackID = track.trackID
    damagedFragments = movie.damagedFragments
    fragmentsAhead = damagedFragments[...]
    cutBox = movie.cutBox.flatMap { cut in
      // Media and free space may state a size beyond the end: their samples tell what is missing.
      if ["mdat", "free", "skip", "wide"].contains(cut.type) { return nil }
      let missing = cut.offset &+ cut.size &- movie.fileSize
      return "'\(cut.type)' at byte \(cut.offset) ends \(missing) bytes beyond the end of the file"
    }
  }

  /// Notes that the next sample does not follow the last one.
  func jump() {
    fragmentsAhead = damagedFragments[...]
    (missing, isBroken) = (nil, false)
  }

  /// Reads bytes that lie one after the other into a packet without times.
  ///
  /// - Parameter sample: the index of the first sample, for messages.
  /// - Returns: the packet, marked as damaged where its end is missing; `nil` where all of it is.
  /// - Throws: `truncatedContainer` for bytes that are missing, unless reading goes on behind damage; `cancelled`,
  ///   `inputOutput`.
  func packet(_ count: Int, at offset: Int64, sample: Int, _ timeBase: TimeBase) throws -> Packet? {
    if cancellation.isCancelled { throw MediaError(.cancelled, .demuxing, "reading was cancelled", path: path) }
    let available = offset < 0 ? 0 : max(0, file.byteCount &- offset)
    if Int64(count) > available {
      missing = missing ?? "sample \(sample + 1) of track \(trackID) lies beyond the end of the file"
      if available == 0 {
        isBroken = true
        if !readsPastDamage { try finish() }
        return nil
      }
    }
    let wanted = Int(min(Int64(count), available))
    guard wanted <= Self.largestSample else {
      throw MediaError(
        .damagedContainer, .demuxing, "sample \(sample + 1) of track \(trackID) has \(wanted) bytes, which is absurd",
        path: path)
    }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), owner: nil, pts: nil, dts: nil, duration: 0,
      timeBase: timeBase)
    if wanted > 0 {
      let storage = PacketStorage(count: wanted)
      let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<wanted]), at: offset)
      packet.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<read])
      packet.owner = storage
      packet.isDamaged = read < count
    }
    packet.position = offset
    packet.followsDamage = isBroken || passesDamagedFragment(at: offset)
    isBroken = false
    return packet
  }

  /// Returns whether a damaged fragment lies between the samples that were read and a place: others are missing there.
  private func passesDamagedFragment(at offset: Int64) -> Bool {
    guard let place = fragmentsAhead.first, place < offset else { return false }
    fragmentsAhead = fragmentsAhead.drop { $0 < offset }
    return true
  }

  /// Ends reading.
  ///
  /// - Throws: `truncatedContainer` where the file ends before all of the track's media. Where reading goes on behind
  ///   damage, samples that are missing in front of others do not count.
  func finish() throws {
    guard let reason = (isBroken || !readsPastDamage ? missing : nil) ?? cutBox else { return }
    throw MediaError(.truncatedContainer, .demuxing, reason, path: path)
  }
}
