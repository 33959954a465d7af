import MovieFile

/// A picture of FLAC (RFC 9639, 8.8), which Vorbis comments hold too.
struct FLACPicture {
  let item: TagItem

  /// `nil` for bytes that are none.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, boxType: "PICT")
    do {
      let kind = try reader.u32()
      let mediaType = String(utf8OrLatin1: try reader.bytes(Int(try reader.u32())))
      let note = String(decoding: try reader.bytes(Int(try reader.u32())), as: UTF8.self)
      // Width, height, depth and colours are the picture's own to say.
      try reader.skip(16)
      let picture = TagPicture(
        mediaType: mediaType, kind: kind, bytes: try reader.bytes(Int(try reader.u32())))
      item = TagItem(VorbisComment.pictureName, .picture(picture), note: note)
    } catch { return nil }
  }
}
