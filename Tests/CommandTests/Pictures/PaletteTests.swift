import Foundation
import TestSupport
import Testing

/// Pictures whose samples are places in a palette of colours.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no paletted pictures are transcoded"))) struct PaletteTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sources = [
    ("a.png", ["-pix_fmt", "pal8"]), ("a.gif", []), ("a.mov", ["-c:v", "qtrle", "-pix_fmt", "gray"]),
    ("a.avi", ["-c:v", "rawvideo", "-pix_fmt", "pal8"]), ("a.mov", ["-c:v", "rawvideo", "-pix_fmt", "pal8"]),
  ]

  /// The first picture by ffmpeg.
  private func picture(_ name: String, as format: String) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path(name), "-vf", "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp",
      "-pix_fmt", format, "-frames:v", "1", "-f", "rawvideo", "-",
    ]).bytes
  }

  @Test(arguments: sources, [("out.mp4", ["--crf", "2"]), ("out.mkv", ["--video-codec", "ffv1"])])
  func `paletted pictures have their colours`(
    source: (String, [String]), output: (String, [String])
  ) throws {
    let (name, options) = source
    let source = [
      "-v", "error", "-f", "lavfi", "-i", "gradients=s=64x48:c0=black:c1=white:x0=0:y0=0:x1=63:y1=47,format=gray",
      "-frames:v", "1",
    ]
    try Tool.ffmpeg.run(source + options + [folder.path(name)])
    let ending = try Command(["transcode", name, output.0] + output.1, in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    // Where a palette has few colours, neighbouring samples are of different ones, of which 4:2:0 keeps the mean.
    let format = output.0 == "out.mkv" ? "rgb24" : "gray"
    let (before, after) = (try picture(name, as: format), try picture(output.0, as: format))
    #expect(!before.isEmpty && before.count == after.count)
    let differences = zip(before, after).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) <= 3 * differences.count, "\(differences.max() ?? 0)")
  }
}
