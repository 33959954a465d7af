internal import CFFmpeg

extension IOContext {
  /// Returns the bytes from an offset on, as many as there are. The read position does not change.
  func read(at offset: Int64, count: Int) -> [UInt8] {
    let place = avio_tell(pointer)
    defer { avio_seek(pointer, place, SEEK_SET) }
    guard avio_seek(pointer, offset, SEEK_SET) == offset else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, Int(avio_read(pointer, buffer.baseAddress, Int32(clamping: count))))
    }
  }

  /// The greatest number of parts that a walk visits: a normal file has fewer, and a walk through a file of nothing but
  /// headers ends here.
  private static let mostParts = 4_000_000

  /// Returns a description of the first truncated part; `nil` if the sizes agree with the file or are missing.
  ///
  /// - Parameters:
  ///   - start: the offset of a part to begin with.
  ///   - countingMedia: a Boolean value that says whether a movie's media data counts; an index would be more exact.
  func cutPart(of container: Framing.Container, from start: Int64 = 0, countingMedia: Bool = false) -> String? {
    guard isSeekable, let size else { return nil }
    var framing = Framing(container)
    framing.countsMedia = countingMedia
    var offset = start
    for _ in 0..<IOContext.mostParts {
      guard offset < size else { break }
      switch framing.step(read(at: offset, count: Framing.longestHeader), at: offset) {
      case .part(let name, let end, let next):
        if end > size { return IOContext.text(name, at: offset, beyond: end - size) }
        offset = max(next, offset + 1)
      case .last(let name, let end):
        return end > size ? IOContext.text(name, at: offset, beyond: end - size) : nil
      case .cutHeader: return "the file ends inside a header, at byte \(offset)"
      case .end: offset = size
      }
    }
    return framing.streamHasEnded == false ? "the last page does not end its stream" : nil
  }

  /// A Boolean value that says whether a file of boxes has items but no movie, as files of still pictures do (ISO/IEC
  /// 23008-12).
  var hasItemsAlone: Bool {
    guard isSeekable, let size else { return false }
    var framing = Framing(.movie)
    var offset: Int64 = 0
    var names: Set<String> = []
    for _ in 0..<IOContext.mostParts {
      guard offset < size,
        case .part(let name, _, let next) = framing.step(read(at: offset, count: Framing.longestHeader), at: offset)
      else { break }
      names.insert(name)
      offset = max(next, offset + 1)
    }
    return names.contains("meta") && !names.contains("moov")
  }

  /// Returns the number of bytes of media that a container with one media part states, whether they exist or not. It is
  /// `nil` for other containers, and if the container does not state it.
  func statedMediaSize(of container: Framing.Container) -> Int64? {
    guard isSeekable, let size, let headerSize: Int64 = [.wave: 8, .wave64: 24][container] else { return nil }
    var framing = Framing(container)
    var offset: Int64 = 0
    for _ in 0..<IOContext.mostParts {
      guard offset < size else { break }
      switch framing.step(read(at: offset, count: Framing.longestHeader), at: offset) {
      case .part(_, _, let next): offset = max(next, offset + 1)
      case .last(_, let end): return end - offset - headerSize
      case .cutHeader, .end: return nil
      }
    }
    return nil
  }

  /// A Boolean value that says whether a WAVE file describes its samples in the extensible form, in which integers are
  /// in the high bits of their bytes (Microsoft, "WAVEFORMATEXTENSIBLE").
  var isExtensibleWave: Bool {
    guard isSeekable, let size else { return false }
    var framing = Framing(.wave)
    var offset: Int64 = 0
    for _ in 0..<IOContext.mostParts {
      guard offset < size else { break }
      let header = read(at: offset, count: Framing.longestHeader)
      // The chunk's header is followed by the number of the form.
      if header.fourCC(at: 0) == "fmt " { return header.littleEndian(at: 8, 2) == 0xFFFE }
      guard case .part(_, _, let next) = framing.step(header, at: offset) else { break }
      offset = max(next, offset + 1)
    }
    return false
  }

  /// Returns the number of inaudible samples at both ends of a Core Audio file, from its packet table (Apple, "Core
  /// Audio Format Specification", "Packet Table Chunk"). It is `nil` if there is no such table.
  func paddingOfPacketTable() -> (start: Int, end: Int)? {
    guard isSeekable, let size else { return nil }
    var framing = Framing(.caf)
    var offset: Int64 = 0
    for _ in 0..<IOContext.mostParts {
      guard offset < size else { break }
      guard case .part(let name, _, let next) = framing.step(read(at: offset, count: Framing.longestHeader), at: offset)
      else { return nil }
      if name == "pakt" {
        // The chunk's header is followed by the numbers of packets and of audible samples, 64 bits each.
        let table = read(at: offset + 12, count: 24)
        guard let start = table.bigEndian(at: 16, 4), let end = table.bigEndian(at: 20, 4),
          start <= Int32.max, end <= Int32.max
        else { return nil }
        return (Int(start), Int(end))
      }
      offset = max(next, offset + 1)
    }
    return nil
  }

  /// Returns the consecutive streams of an Ogg file. It is `nil` if there is no second one, and for inputs on which
  /// each seek takes time.
  ///
  /// The whole file is read only if its last page does not belong to the stream that it begins with.
  func oggChain() -> OggChain? {
    guard isSeekable, !source.isDistant, let size else { return nil }
    let tail = read(at: max(0, size - Int64(OggChain.longestPage)), count: OggChain.longestPage)
    if OggChain.isOfOneStream(firstPage: read(at: 0, count: Framing.longestHeader), tail: tail) { return nil }
    let place = avio_tell(pointer)
    defer { avio_seek(pointer, place, SEEK_SET) }
    var framing = Framing(.ogg)
    var chain = OggChain()
    var offset: Int64 = 0
    for _ in 0..<IOContext.mostParts {
      // Seeking only forward stays within the buffer.
      guard offset < size, avio_seek(pointer, offset, SEEK_SET) == offset else { break }
      let page = read(at: offset, count: Framing.longestHeader)
      guard case .part(_, _, let next) = framing.step(page, at: offset) else { break }
      chain.add(page)
      offset = max(next, offset + 1)
    }
    return chain.linkCount > 1 ? chain : nil
  }

  private static func text(_ name: String, at offset: Int64, beyond count: Int64) -> String {
    "'\(name)' at byte \(offset) ends \(count) bytes beyond the end of the file"
  }
}
