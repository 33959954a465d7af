import MovieFile

/// A picture block of FLAC (RFC 9639, 8.8). Vorbis comments contain the same structure.
package struct FLACPicture {
  let item: TagItem

  /// Reads a picture; `nil` for bytes that are not one.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, boxType: "PICT")
    do {
      let kind = try reader.u32()
      let mediaType = String(utf8OrLatin1: try reader.bytes(Int(try reader.u32())))
      let note = String(decoding: try reader.bytes(Int(try reader.u32())), as: UTF8.self)
      // Width, height, depth and number of colours are read from the image itself.
      try reader.skip(16)
      let picture = TagPicture(
        mediaType: mediaType, kind: kind, bytes: try reader.bytes(Int(try reader.u32())))
      item = TagItem(VorbisComment.pictureName, .picture(picture), note: note)
    } catch { return nil }
  }

  /// Returns the bytes of a picture's block.
  ///
  /// - Parameters:
  ///   - width: the width in pixels, like `height`. The depth and the number of colours are written as 0.
  package static func bytes(of picture: TagPicture, width: Int, height: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(picture.kind)
    let mediaType = Array(picture.mediaType.utf8)
    writer.u32(UInt32(clamping: mediaType.count))
    writer.append(mediaType)
    for field in [0, UInt32(clamping: width), UInt32(clamping: height), 0, 0] { writer.u32(field) }
    writer.u32(UInt32(clamping: picture.bytes.count))
    writer.append(picture.bytes)
    return writer.bytes
  }
}
