/// One kind of reference from a track to others: a child of `tref` (ISO 14496-12 8.3.3).
package struct TrackReference: Hashable, Sendable {
  /// The kind of reference: `chap`, `tmcd`, `cdsc`, `folw`, …
  package var type: FourCC
  /// The identifiers of the tracks referred to. 0 stands for a track that was removed.
  package var trackIDs: [UInt32]

  package init(_ type: FourCC, _ trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }
}

/// The location of a sample entry's media: an entry of `dref` (ISO 14496-12 8.7.2).
package struct DataReference: Hashable, Sendable {
  /// The kind of location: `url `, `urn ` or QuickTime's `alis`, `rsrc`.
  package var kind: FourCC
  /// A Boolean value that says whether the media is in this file.
  package var isSelfContained: Bool
  /// The text of `url ` or `urn `; otherwise the raw bytes are in `payload`.
  package var location: String?
  /// The bytes after the version and flags.
  package var payload: [UInt8]

  init(_ box: Box) throws {
    var reader = box.contents
    let flags = try reader.versionAndFlags().flags
    kind = box.type
    isSelfContained = flags & 1 != 0
    var text = reader
    payload = reader.rest()
    let isText = kind == "url " || kind == "urn "
    location = isText && !payload.isEmpty ? text.terminatedString() : nil
  }
}

/// Hints for loading a track ahead of playing it: QuickTime's `load`.
package struct PreloadHints: Hashable, Sendable {
  /// The start of the part to load, in the movie's time scale.
  package var startTime: UInt32
  /// The duration of the part; 0xFFFFFFFF means to the end.
  package var duration: UInt32
  /// Flags: 1 to load it always, even when the track is disabled; 2 to load it only when the track is enabled.
  package var flags: UInt32
  /// Playback hints, such as 0x100 for high quality.
  package var hints: UInt32

  /// Hints that load the whole track before the movie plays.
  package static let wholeTrack = PreloadHints(startTime: 0, duration: .max, flags: 1, hints: 0)

  package init(startTime: UInt32, duration: UInt32, flags: UInt32, hints: UInt32) {
    self.startTime = startTime
    self.duration = duration
    self.flags = flags
    self.hints = hints
  }

  init(_ box: Box) throws {
    var reader = box.contents
    startTime = try reader.u32()
    duration = try reader.u32()
    flags = try reader.u32()
    hints = try reader.u32()
  }

  func write(to writer: inout ByteWriter) {
    writer.box("load") {
      $0.u32(startTime)
      $0.u32(duration)
      $0.u32(flags)
      $0.u32(hints)
    }
  }
}
