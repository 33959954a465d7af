/// A WebVTT file whose cues name the picture of each stretch of time, as players of the web show them over their bar:
/// a name, and for a part of a sheet the media fragment `#xywh=x,y,width,height` (W3C, Media Fragments URI 1.0).
struct ThumbnailIndex {
  private(set) var text = "WEBVTT\n"

  /// Adds the cue of a picture.
  ///
  /// - Parameters:
  ///   - range: the times that it stands for, from the start of the media on.
  ///   - isPart: true if the file has other pictures, too.
  mutating func add(_ picture: ThumbnailResult.Picture, for range: Range<ExactTime>, isPart: Bool) {
    let name = picture.path.dropFirst(picture.path.folderWithSlash.count)
    let part = isPart ? "#xywh=\(picture.x),\(picture.y),\(picture.width),\(picture.height)" : ""
    text += "\n\(range.lowerBound.clock) --> \(range.upperBound.clock)\n\(Self.reference(to: name))\(part)\n"
  }

  /// Returns a file's name as a relative reference (RFC 3986, 4.2): bytes that would mean something else are written
  /// as their numbers.
  private static func reference(to name: Substring) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=@".utf8)
    return name.utf8.reduce(into: "") { text, byte in
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
