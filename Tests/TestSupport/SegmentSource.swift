/// A film for segments, which are some twenty seconds long: a minute of small pictures, four a second, and a tone.
package enum SegmentSource {
  package static let pictureCount = 248
  package static let size = [64, 48]

  /// Makes the film with ffmpeg.
  package static func make(at path: String) throws {
    let size = size.map(String.init).joined(separator: "x")
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=4:d=62", "-f", "lavfi", "-i", "sine=r=8000:d=62",
        "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50", "-c:a", "aac", path,
      ])
  }
}
