/// The offsets of the parts of a movie file. The functions only calculate.
enum MediaPlacement {
  /// The size in bytes of a box's size and type.
  static let boxHeader: Int64 = 8
  /// The space for a 64-bit `mdat` header, or for an 8-byte filler and a 32-bit header.
  static let wideHeader: Int64 = 16

  /// Returns the size of the `mdat` header for media of a size: 8 bytes, or 16 beyond 32 bits.
  static func headerSize(mediaSize: Int64) -> Int64 {
    mediaSize + boxHeader <= Int64(UInt32.max) ? boxHeader : wideHeader
  }

  /// Returns the header before `mediaSize` bytes of media, with a length of `room` (8 or 16) bytes.
  ///
  /// A 32-bit header in 16 bytes follows an empty box: QuickTime's `wide`, ISO's `free`.
  static func header(mediaSize: Int64, room: Int64, format: FileFormat) -> [UInt8] {
    var writer = ByteWriter()
    if headerSize(mediaSize: mediaSize) == boxHeader {
      if room == wideHeader { writer.box(format.isQuickTime ? "wide" : "free") { _ in } }
      writer.u32(UInt32(mediaSize + boxHeader))
      writer.fourCC("mdat")
    } else {
      writer.u32(1)
      writer.fourCC("mdat")
      writer.i64(mediaSize + wideHeader)
    }
    return writer.bytes
  }

  /// Returns the first multiple of `alignment` at which media can start after `used` bytes, leaving either nothing or
  /// at least a box header for a filler.
  static func start(after used: Int64, alignment: Int64) -> Int64 {
    let aligned = roundUp(used, to: alignment)
    let gap = aligned - used
    return gap == 0 || gap >= boxHeader ? aligned : roundUp(used + boxHeader, to: alignment)
  }

  static func roundUp(_ value: Int64, to multiple: Int64) -> Int64 {
    multiple <= 1 ? value : (value + multiple - 1) / multiple * multiple
  }

  /// The use of the reserved space before the media, once `moov` is known.
  enum Fit: Equatable {
    /// `moov` fits into the space; `filler` bytes (0, or at least 8) stay after it.
    case inPlace(filler: Int64)
    /// The media must move to just after `moov`.
    case move
  }

  /// The largest share of the file that may stay unused, as a divisor.
  static let fillerDivisor: Int64 = 100

  /// - Parameters:
  ///   - used: the number of bytes before the room (`ftyp`).
  ///   - mediaStart: the present offset of the media, after a 16-byte header.
  static func fit(
    moovSize: Int64, used: Int64, mediaStart: Int64, mediaSize: Int64, alignment: Int64
  ) -> Fit {
    let filler = mediaStart - wideHeader - used - moovSize
    let allowed = max((mediaStart + mediaSize) / fillerDivisor, alignment + boxHeader)
    if filler == 0 || (filler >= boxHeader && filler <= allowed) { return .inPlace(filler: filler) }
    return .move
  }
}
