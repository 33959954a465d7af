import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Whole programs in the shape of real clients, on the public interface alone.
@Suite("Clients")
struct ClientTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a time-lapse from pixel buffers: every picture at its time, in its grey`() async throws {
    let count = 60
    let program = TimeLapse(
      outputURL: folder.file("time-lapse.mov"), size: CGSize(width: 160, height: 120), pictureCount: count,
      framesPerSecond: 30
    ) { index, buffer in
      let bytes = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
      memset(CVPixelBufferGetBaseAddress(buffer)!, Int32(index * 4), bytes)
    }
    let reported = Mutex<[Double]>([])
    let url = try await bounded {
      let done = DispatchSemaphore(value: 0)
      let outcome = Mutex<Result<URL, any Error>?>(nil)
      program.build { progress in
        reported.withLock { $0.append(progress.fractionCompleted) }
      } completion: { result in
        outcome.withLock { $0 = result }
        done.signal()
      }
      done.wait()
      return try outcome.withLock { $0 }!.get()
    }
    #expect(reported.withLock { $0 } == (1...count).map { Double($0) / Double(count) })
    let pictures = try ReadMedia.pictures(url)
    #expect(pictures.map(\.time) == (0..<count).map { CMTime(value: CMTimeValue($0), timescale: 30) })
    // Full-range grey in video range.
    for (index, picture) in pictures.enumerated() {
      let expected = 16 + Double(index * 4) * 219 / 255
      let mean = picture.luma.reduce(0) { $0 + Double($1) } / Double(picture.luma.count)
      #expect(abs(mean - expected) < 3, "picture \(index)")
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-rotated.mov"])
  func `the sound first, then the pictures: both whole`(_ name: String) async throws {
    let source = MediaFiles.fixture(name)
    let destination = folder.file("out.mp4")
    try await bounded { try SoundtrackFirst(source: source, destination: destination).export() }
    #expect(try ReadMedia.pictureTimes(destination) == ReadMedia.pictureTimes(source))
    #expect(try ReadMedia.sound(destination).count == ReadMedia.sound(source).count)
    let turned = try #require(AVURLAsset(url: destination).tracks(withMediaType: .video).first).preferredTransform
    #expect(try turned == #require(AVURLAsset(url: source).tracks(withMediaType: .video).first).preferredTransform)
  }

  @Test func `a file that imports submodules alone sees the frameworks whole`() throws {
    let url = MediaFiles.fixture("h264-aac.mov")
    #expect(playingTime(of: url) == AVURLAsset(url: url).duration.seconds)
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    var made: CVPixelBuffer?
    #expect(CVPixelBufferCreate(kCFAllocatorDefault, 64, 48, format, nil, &made) == kCVReturnSuccess)
    #expect(try size(of: #require(made)) >= 64 * 48 * 3 / 2)
  }
}
