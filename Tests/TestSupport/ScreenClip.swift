package import Foundation

/// A clip whose pictures are compared with what FFmpeg shows of it.
package struct ScreenClip: Sendable {
  /// The matrix of a clip's luma and chroma, by swscale's name.
  package enum Matrix: String, Sendable, CaseIterable {
    case bt601, bt709, bt2020

    /// The matrix, primaries and transfer function that the stream states, by libavcodec's names.
    fileprivate var tags: [String] {
      switch self {
      case .bt601: ["smpte170m", "smpte170m", "smpte170m"]
      case .bt709: ["bt709", "bt709", "bt709"]
      case .bt2020: ["bt2020nc", "bt2020", "bt2020-10"]
      }
    }
  }

  /// The linear part of a movie's matrix: x' = ax + cy, y' = bx + dy, y down.
  package struct Turn: Sendable, Hashable {
    package let a, b, c, d: Int32

    /// The eight that leave a picture a rectangle: of EXIF's orientations 1 to 8.
    package static let all = [
      (1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
      (0, -1, 1, 0),
    ].map { Turn(a: $0.0, b: $0.1, c: $0.2, d: $0.3) }

    package var swapsSides: Bool { a == 0 }

    /// Writes it into the header of the first track of a movie (ISO 14496-12, 8.3.2), which is of version 0.
    package func write(to url: URL) throws {
      var movie = try Data(contentsOf: url)
      guard let header = movie.range(of: Data("tkhd".utf8)) else { throw Tool.Failure(description: "no tkhd") }
      let start = header.upperBound + 40
      for (index, value) in [a, b, 0, c, d, 0].enumerated() {
        let bytes = withUnsafeBytes(of: (value << 16).bigEndian) { Array($0) }
        movie.replaceSubrange((start + index * 4)..<(start + index * 4 + 4), with: bytes)
      }
      try movie.write(to: url)
    }
  }

  package static let (width, height) = (160, 96)

  package let url: URL
  package let matrix: Matrix
  package let turn: Turn
  /// The size of the upright picture.
  package var size: (width: Int, height: Int) {
    turn.swapsSides ? (Self.height, Self.width) : (Self.width, Self.height)
  }

  /// Writes a movie of some seconds.
  package init(
    _ matrix: Matrix, turn: Turn = Turn.all[0], seconds: Int = 1, isStill: Bool = false, in folder: TemporaryFolder
  ) throws {
    (self.matrix, self.turn) = (matrix, turn)
    url = folder.file("\(matrix.rawValue)-\(turn.a)\(turn.b)\(turn.c)\(turn.d).mov")
    let picture =
      isStill
      ? "testsrc2=s=\(Self.width)x\(Self.height):r=10:d=0.1,loop=-1:1" : "testsrc2=s=\(Self.width)x\(Self.height):r=10"
    let tags = matrix.tags
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", picture, "-t", "\(seconds)", "-vf",
      "scale=out_color_matrix=\(matrix.rawValue):out_range=tv,format=yuv420p", "-c:v", "libx264", "-crf", "2",
      "-colorspace", tags[0], "-color_primaries", tags[1], "-color_trc", tags[2], url.path,
    ])
    try turn.write(to: url)
  }

  /// FFmpeg's filters that turn a picture in that way.
  private var filters: String {
    switch (turn.a, turn.b, turn.c, turn.d) {
    case (-1, 0, 0, 1): ",hflip"
    case (-1, 0, 0, -1): ",hflip,vflip"
    case (1, 0, 0, -1): ",vflip"
    case (0, 1, 1, 0): ",transpose=cclock_flip"
    case (0, 1, -1, 0): ",transpose=clock"
    case (0, -1, -1, 0): ",transpose=clock_flip"
    case (0, -1, 1, 0): ",transpose=cclock"
    default: ""
    }
  }

  /// A picture as FFmpeg shows it: upright, bytes B, G, R and A.
  package func picture(_ number: Int) throws -> [UInt8] {
    // The chroma samples of H.264 are at the left of their two columns, which swscale does not read from the stream.
    let flags = "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp:in_h_chr_pos=0:in_v_chr_pos=128"
    let conversion = "scale=in_color_matrix=\(matrix.rawValue):in_range=tv:flags=\(flags),format=bgra"
    // We turn the picture only after it is converted to RGB: turned chroma samples are at other positions than FFmpeg
    // assumes.
    return try Tool.ffmpeg.run([
      "-v", "error", "-noautorotate", "-i", url.path, "-vf", "select=eq(n\\,\(number)),\(conversion)\(filters)",
      "-frames:v", "1", "-f", "rawvideo", "-",
    ]).bytes
  }

  /// The peak signal-to-noise ratio of B, G and R of two pictures, in decibels. It is 0 for pictures of two sizes.
  package static func quality(_ first: [UInt8], _ second: [UInt8]) -> Double {
    guard first.count == second.count, !first.isEmpty else { return 0 }
    var sum = 0
    for index in first.indices where index % 4 != 3 {
      let difference = Int(first[index]) - Int(second[index])
      sum += difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(first.count * 3 / 4) / Double(sum))
  }
}
