import AVFoundation
import TestSupport
import Testing

@Suite("Clients: fades, marks, squares, and a picture in a picture")
struct VideoEditorTests {
  private let folder: TemporaryFolder
  private let clip = URL(fileURLWithPath: Files.fixture("h264-pcm.mov"))
  private let other = URL(fileURLWithPath: Files.fixture("mjpeg-pcm.mov"))

  init() throws { folder = try TemporaryFolder() }

  /// The luma of a written file's pictures, as FFmpeg decodes them.
  private func pictures(_ name: String, size: (Int, Int)) throws -> [[UInt8]] {
    let bytes = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path(name), "-vf", "format=gray", "-f", "rawvideo", "-",
    ]).bytes
    let count = size.0 * size.1
    #expect(bytes.count % count == 0)
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  private func size(_ name: String) throws -> (Int, Int) {
    let video = try #require(try Probe.read(folder.path(name)).streams.first { $0.codec_type == "video" })
    return (try #require(video.width), try #require(video.height))
  }

  @Test func `one clip fades into the next`() async throws {
    let fade = CMTime(value: 1, timescale: 5)
    try await VideoEditor.crossFade(clip, clip, lasting: fade, to: folder.file("faded.mp4"))
    let length = try await AVURLAsset(url: clip).load(.duration).seconds
    let faded = AVURLAsset(url: folder.file("faded.mp4"))
    #expect(abs(try await faded.load(.duration).seconds - (2 * length - 0.2)) < 0.05)
    let size = try size("faded.mp4")
    #expect(try pictures("faded.mp4", size: size).count == Int(((2 * length - 0.2) * 25).rounded(.up)))
  }

  @Test func `a mark is in the corner, and nowhere else`() async throws {
    try await VideoEditor.watermark(clip, with: other, margin: 0, to: folder.file("marked.mp4"))
    let size = try size("marked.mp4")
    let marked = try pictures("marked.mp4", size: size)[0]
    let plain = try Tool.ffmpeg.run([
      "-v", "error", "-i", clip.path, "-frames:v", "1", "-vf", "format=gray", "-f", "rawvideo", "-",
    ]).bytes
    let mark = try await AVURLAsset(url: other).loadTracks(withMediaType: .video)[0].load(.naturalSize)
    let (left, top) = (size.0 - Int(mark.width) / 4, size.1 - Int(mark.height) / 4)
    var (inside, outside) = ((sum: 0.0, count: 0), (sum: 0.0, count: 0))
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let difference = pow(Double(marked[y * size.0 + x]) - Double(plain[y * size.0 + x]), 2)
        // The encoder smears edges.
        if x >= left + 8, y >= top + 8 {
          inside = (inside.sum + difference, inside.count + 1)
        } else if x < left - 8 || y < top - 8 {
          outside = (outside.sum + difference, outside.count + 1)
        }
      }
    }
    #expect(inside.count > 0 && inside.sum / Double(inside.count) > 100)
    #expect(outside.count > 0 && outside.sum / Double(outside.count) < 40)
  }

  @Test func `a clip that lies on its side becomes an upright square`() async throws {
    let rotated = URL(fileURLWithPath: Files.fixture("h264-rotated.mov"))
    try await VideoEditor.square(rotated, to: folder.file("square.mp4"))
    let size = try size("square.mp4")
    #expect(size.0 == size.1)
    // FFmpeg turns the clip by itself, and cuts the same square.
    let wanted = try Tool.ffmpeg.run([
      "-v", "error", "-i", rotated.path, "-vf", "crop=\(size.0):\(size.1),format=gray", "-f", "rawvideo", "-",
    ]).bytes
    let read = try pictures("square.mp4", size: size)
    let first = Array(wanted.prefix(size.0 * size.1))
    let error = zip(read[0], first).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(first.count)
    // The encoder of the export loses some.
    #expect(10 * log10(255 * 255 / max(error, 1e-9)) > 30)
  }

  @Test func `a client's compositor draws a picture in a picture`() async throws {
    let composition = AVMutableComposition()
    var ids: [CMPersistentTrackID] = []
    for url in [clip, clip] {
      let source = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(try await source.load(.timeRange), of: source, at: .zero)
      ids.append(track.trackID)
    }
    let videoComposition = AVMutableVideoComposition()
    videoComposition.customVideoCompositorClass = PictureInPictureCompositor.self
    videoComposition.renderSize = composition.naturalSize
    videoComposition.frameDuration = CMTime(value: 1, timescale: 25)
    videoComposition.instructions = [
      PictureInPictureInstruction(
        timeRange: CMTimeRange(start: .zero, duration: composition.duration), large: ids[0], small: ids[1])
    ]
    try await VideoEditor.export(composition, videoComposition, to: folder.file("both.mp4"))
    let size = try size("both.mp4")
    #expect(CGSize(width: size.0, height: size.1) == composition.naturalSize)
    #expect(try pictures("both.mp4", size: size).count == Int((composition.duration.seconds * 25).rounded(.up)))
  }
}
