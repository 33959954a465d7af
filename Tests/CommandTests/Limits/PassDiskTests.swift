import Foundation
import TestSupport
import Testing

/// Several passes on a disk that becomes full in one of them.
@Suite struct PassDiskTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Result: Decodable {
    struct Passes: Decodable {
      struct First: Decodable { var video_bytes: Int }
      var count: Int
      var first: First
    }
    var passes: Passes
  }

  /// Packets are stored in files of so many bytes each.
  private static let area = 16 << 20
  /// For folders, and for a file that has only just begun.
  private static let rest = 1 << 20

  /// Grey, and then noise, to which the first pass gives far too much after that: nearly what an area holds.
  private func makeSource() throws {
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x240:r=25:d=8,noise=alls=100:allf=t:enable='gte(t,1)'",
        "-c:v", "mjpeg", "-q:v", "2", folder.path("source.mov"),
      ])
  }

  /// What is left is listed behind the result.
  private static let job = """
    "$0" transcode source.mov out/out.mp4 --target-size 7M --best-effort --speed ultrafast --keyframe-interval 1 --json
    code=$?; ls -A out >left; exit $code
    """

  @Test(.enabled("the test's user cannot mount a file system") { SmallDisk.canMount() && Tool.ffmpeg.path != nil })
  func `a disk that is full in the first pass or a later one exits 74 and leaves nothing`() throws {
    try makeSource()
    let whole = try SmallDisk.run(Self.job, size: 16 * Self.area, in: folder)
    let passes = try JSONDecoder().decode(Result.self, from: Data(whole.output.utf8)).passes
    #expect(passes.count > 1 && (Self.area / 2..<Self.area).contains(passes.first.video_bytes), "\(passes)")
    #expect(try folder.read("left") == "out.mp4\n")
    // In the first pass, and in later ones until there is room for all that they take.
    var endings: [Command.Ending] = []
    for size in [Self.area / 2] + (1...passes.count).map({ $0 * Self.area + Self.rest }) {
      endings.append(try SmallDisk.run(Self.job, size: size, in: folder))
      if endings.last?.exit == 0 { break }
      #expect(try folder.read("left").isEmpty)
    }
    #expect(endings.count > 2 && endings.last?.exit == 0)
    for ending in endings.dropLast() {
      #expect(ending.exit == 74 && ending.output.contains("No space left on device"), "\(ending)")
    }
  }

  /// Fewer pictures than the encoder looks ahead: all of them leave it when the first pass is analysed.
  @Test(.enabled("the test's user cannot mount a file system") { SmallDisk.canMount() })
  func `a disk that is full when the first pass has ended exits 74 and leaves nothing`() throws {
    let script = """
      timeout -s KILL 300 "$0" transcode "\(Files.fixture("h264-aac.mov"))" out/out.mp4 --duration 0.6 --audio-codec none \
        --target-size 20k --best-effort
      code=$?; ls -A out >left; exit $code
      """
    let ending = try SmallDisk.run(script, size: 3 * Self.rest, in: folder)
    #expect(ending.exit == 74 && ending.errors.contains("No space left on device"), "\(ending)")
    #expect(try folder.read("left").isEmpty)
  }
}
