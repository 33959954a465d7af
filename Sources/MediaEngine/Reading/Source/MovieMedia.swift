import MediaInterop
import MediaSupport
import MovieFile

/// The bytes of a movie's samples. It detects where they are missing. One caller at a time.
final class MovieMedia {
  private let path: String
  private let file: any ByteSource
  private let cancellation: Cancellation
  private let readsPastDamage: Bool
  private let track: Track
  /// The offsets of the movie's damaged fragments, in ascending order.
  private let damagedFragments: [Int64]
  /// The sentence about a box that the end of the file cuts; `nil` if the index describes what is missing.
  private let cutBox: String?
  /// The damaged fragments behind which no sample was read yet.
  private var fragmentsAhead: ArraySlice<Int64>
  /// The index of the first sample that lies beyond the end of the file.
  private var missing: Int?
  /// A Boolean value that says whether the sample before could not be read.
  private var isBroken = false
  /// The bytes that were read for several samples; `nil` if there are none.
  private var ahead: (offset: Int64, bytes: UnsafeRawBufferPointer, owner: PacketStorage)?

  /// The greatest number of bytes of a sample: a picture of 16K without any compression.
  private static let largestSample = 1 << 30

  /// - Parameter readsPastDamage: a Boolean value that says whether samples behind missing ones are wanted.
  /// - Throws: `MediaError` for a source that cannot be opened again, or cannot be read in any order.
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
    self.track = track
    damagedFragments = movie.damagedFragments
    fragmentsAhead = damagedFragments[...]
    cutBox = movie.cutBox.flatMap { cut in
      // Boxes of media and free space may extend beyond the end: the tables of samples show what is missing of them.
      if ["mdat", "free", "skip", "wide"].contains(cut.type) { return nil }
      let missing = cut.offset &+ cut.size &- movie.fileSize
      return "'\(cut.type)' at byte \(cut.offset) ends \(missing) bytes beyond the end of the file"
    }
  }

  /// Notes that the next sample does not follow the last one.
  func jump() {
    fragmentsAhead = damagedFragments[...]
    (missing, isBroken) = (nil, false)
    ahead = nil
  }

  /// Reads the bytes of several adjacent samples at once, if possible. They are kept for `packet`.
  ///
  /// - Parameter range: the offsets in the file. A failure is reported only for the sample that it affects.
  func readAhead(_ range: Range<Int64>) {
    ahead = nil
    guard file.isLocal, range.lowerBound >= 0, range.upperBound <= file.byteCount else { return }
    let storage = PacketStorage(count: range.count)
    guard let read = try? file.read(into: storage.bytes, at: range.lowerBound) else { return }
    ahead = (range.lowerBound, UnsafeRawBufferPointer(rebasing: storage.bytes[..<read]), storage)
  }

  /// Returns the bytes at an offset, fewer if the file ends, and their owner.
  private func bytes(_ count: Int, at offset: Int64) throws -> (UnsafeRawBufferPointer, PacketStorage) {
    if let ahead, offset >= ahead.offset, offset - ahead.offset <= Int64(ahead.bytes.count - count) {
      let start = Int(offset - ahead.offset)
      return (UnsafeRawBufferPointer(rebasing: ahead.bytes[start..<start + count]), ahead.owner)
    }
    let storage = PacketStorage(count: count)
    let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<count]), at: offset)
    return (UnsafeRawBufferPointer(rebasing: storage.bytes[..<read]), storage)
  }

  /// Reads adjacent bytes into a packet without times.
  ///
  /// - Parameter sample: the index of the first sample, for messages.
  /// - Returns: The packet, marked as damaged if its end, or all of it, is missing. It is `nil` if all of it is missing
  ///   and reading continues after damage.
  /// - Throws: `truncatedContainer` after a packet whose bytes are missing, unless reading continues after damage;
  ///   `cancelled`, `inputOutput`.
  func packet(_ count: Int, at offset: Int64, sample: Int, _ timeBase: TimeBase) throws -> Packet? {
    if cancellation.isCancelled { throw MediaError(.cancelled, .demuxing, "reading was cancelled", path: path) }
    if isAtMissing { try finish() }
    let available = byteCount(from: offset)
    if Int64(count) > available {
      missing = missing ?? sample
      if available == 0, readsPastDamage {
        isBroken = true
        return nil
      }
    }
    let wanted = Int(min(Int64(count), available))
    guard wanted <= Self.largestSample else {
      throw MediaError(
        .damagedContainer, .demuxing,
        "sample \(sample + 1) of track \(track.trackID) has \(wanted) bytes, which is absurd", path: path)
    }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), owner: nil, pts: nil, dts: nil, duration: 0,
      timeBase: timeBase)
    if wanted > 0 {
      (packet.bytes, packet.owner) = try bytes(wanted, at: offset)
    }
    packet.isDamaged = packet.bytes.count < count
    packet.position = offset
    packet.followsDamage = isBroken || passesDamagedFragment(at: offset)
    isBroken = false
    return packet
  }

  /// Returns the number of bytes in the file from an offset on.
  private func byteCount(from offset: Int64) -> Int64 { offset < 0 ? 0 : max(0, file.byteCount &- offset) }

  /// Returns the number of units of a run that are completely in the file. It is the wanted number if the file has none
  /// of them, and if reading continues after damage, which notes the missing part of a packet.
  func wholeUnits(_ count: Int, of byteCount: Int, at offset: Int64) -> Int {
    let whole = Int(clamping: self.byteCount(from: offset) / Int64(max(1, byteCount)))
    return readsPastDamage || whole == 0 ? count : min(count, whole)
  }

  /// A Boolean value that says whether reading ends with the last packet, because its bytes are missing.
  var isAtMissing: Bool { missing != nil && !readsPastDamage }

  /// Returns whether a damaged fragment lies between the samples that were read and an offset, so that samples are
  /// missing.
  private func passesDamagedFragment(at offset: Int64) -> Bool {
    guard let place = fragmentsAhead.first, place < offset else { return false }
    fragmentsAhead = fragmentsAhead.drop { $0 < offset }
    return true
  }

  /// Ends reading.
  ///
  /// - Throws: `truncatedContainer` if the file ends before all of the track's media. If reading continues after
  ///   damage, missing samples that are followed by others do not count.
  ///   damage, samples that are missing in front of others do not count.
  func finish() throws {
    guard let reason = (isBroken || !readsPastDamage ? missing.map(absence) : nil) ?? cutBox else { return }
    throw MediaError(.truncatedContainer, .demuxing, reason, path: path)
  }

  /// Returns the sentence about a sample beyond the end of the file, in the same words as the check of the tables.
  private func absence(of index: Int) -> String {
    let sample = track.samples.first { $0.index == index }
    return sample.map { track.absence(of: $0, fileSize: file.byteCount).description }
      ?? "sample \(index + 1) of track \(track.trackID) lies beyond the end of the file"
  }
}
