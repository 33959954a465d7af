import AVFoundation
import TestSupport
import Testing

/// Composed pictures held against those of FFmpeg 9's filters, sample for sample.
@Suite("Composed pictures and FFmpeg's filters")
struct ComposedPictureTests {
  /// FFmpeg 9, where it was fetched.
  private static let peer: String? = {
    let folder = Files.root.appendingPathComponent(".build/ffmpeg9/lib")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.first { $0.contains("imageio_ffmpeg/binaries/ffmpeg-") }.map { folder.path + "/" + $0 }
  }()

  private static let name = "h264-pcm.mov"
  private static let size = (width: 320, height: 180)

  private static let count = 8
  private static let scaling = "flags=bicubic+accurate_rnd:in_chroma_loc=left:out_chroma_loc=left"

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The filters; both inputs are the same movie.
    let filters: String
    var size = ComposedPictureTests.size
    /// The least peak signal-to-noise ratio of each plane in dB.
    var ratio = 50.0
    let look: @Sendable (_ top: AVMutableVideoCompositionLayerInstruction, _ length: CMTime) -> Void
  }

  private static let cases = [
    Case(
      testDescription: "overlay", filters: "[1]crop=100:60:20:30[o];[0][o]overlay=140:80:format=yuv420",
      ratio: .infinity
    ) { top, _ in
      top.setCropRectangle(CGRect(x: 20, y: 30, width: 100, height: 60), at: .zero)
      top.setTransform(CGAffineTransform(translationX: 120, y: 50), at: .zero)
    },
    Case(
      testDescription: "overlay with an opacity",
      filters: "[1]hflip,format=yuva420p,lut=a=153[o];[0][o]overlay=0:0:format=yuv420"
    ) { top, _ in
      top.setTransform(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 320, ty: 0), at: .zero)
      top.setOpacity(0.6, at: .zero)
    },
    Case(
      testDescription: "fade", filters: "[1]vflip[f];[f][0]blend=all_expr='A*(1-T/2)+B*T/2+0.5'"
    ) { top, length in
      top.setTransform(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 180), at: .zero)
      top.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: .zero, end: length))
    },
    Case(
      testDescription: "a quarter turn", filters: "[1]nullsink;[0]transpose=1", size: (180, 320), ratio: .infinity
    ) { top, _ in top.setTransform(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0), at: .zero) },
    Case(
      testDescription: "scaled down", filters: "[1]scale=160:90:\(scaling)[o];[0][o]overlay=80:44"
    ) { top, _ in top.setTransform(CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 80, ty: 44), at: .zero) },
    Case(
      testDescription: "scaled up", filters: "[1]nullsink;[0]scale=640:360:\(scaling)", size: (640, 360)
    ) { top, _ in top.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero) },
  ]

  @Test(arguments: cases)
  func `VC-11, VC-20, VC-23, VC-30, VC-31: pictures are those of the filters`(_ wanted: Case) throws {
    guard let peer = Self.peer else { return print("skipped: FFmpeg 9 is not fetched, so pictures are not compared") }
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: peer)
    process.arguments = [
      "-nostdin", "-v", "error", "-i", Files.fixture(Self.name), "-i", Files.fixture(Self.name), "-filter_complex",
      wanted.filters + ",format=yuv420p", "-an", "-frames:v", "\(Self.count)", "-f", "rawvideo",
      folder.path("peer.yuv"),
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let theirs = [UInt8](try Data(contentsOf: folder.file("peer.yuv")))
    let ours = try Self.composed(wanted)
    try #require(ours.count == theirs.count && !ours.isEmpty)
    let luma = wanted.size.width * wanted.size.height
    for start in stride(from: 0, to: ours.count, by: luma * 3 / 2) {
      let edges = [0, luma, luma * 5 / 4, luma * 3 / 2].map { start + $0 }
      for plane in zip(edges, edges.dropFirst()).map({ $0..<$1 }) {
        let error = plane.reduce(0.0) { $0 + pow(Double(ours[$1]) - Double(theirs[$1]), 2) } / Double(plane.count)
        #expect(10 * log10(255 * 255 / error) >= wanted.ratio, "picture \(start / (luma * 3 / 2))")
      }
    }
  }

  /// The composed pictures as planes of 4:2:0, one after the other.
  private static func composed(_ wanted: Case) throws -> [UInt8] {
    let file = AVURLAsset(url: URL(fileURLWithPath: Files.fixture(name)))
    let source = try #require(file.tracks(withMediaType: .video).first)
    let asset = AVMutableComposition()
    var layers: [AVMutableVideoCompositionLayerInstruction] = []
    for _ in 0..<2 {
      let track = try #require(
        asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(source.timeRange, of: source, at: .zero)
      layers.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
    }
    wanted.look(layers[0], asset.duration)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, end: asset.duration)
    instruction.layerInstructions = layers
    let composition = AVMutableVideoComposition()
    (composition.renderSize, composition.frameDuration) = (
      CGSize(width: wanted.size.width, height: wanted.size.height), CMTime(value: 1, timescale: 25)
    )
    composition.instructions = [instruction]
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: .zero, end: CMTime(value: Int64(count), timescale: 25))
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks,
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
    output.videoComposition = composition
    reader.add(output)
    #expect(reader.startReading())
    var bytes: [UInt8] = []
    while let buffer = output.copyNextSampleBuffer()?.imageBuffer {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      for plane in 0..<3 {
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
          bytes += UnsafeRawBufferPointer(
            start: base + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane),
            count: CVPixelBufferGetWidthOfPlane(buffer, plane))
        }
      }
    }
    #expect(reader.status == .completed)
    return bytes
  }
}
