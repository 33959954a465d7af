import CoreMedia
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct PictureSessionTests {
  /// A reader that is overtaken once by what somebody else does, between being sent somewhere and reading there.
  private final class OvertakenReader: SampleReader {
    private let reader: any SampleReader
    private let overtaking = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ reader: any SampleReader) { self.reader = reader }

    func overtake(_ action: @escaping @Sendable () -> Void) { overtaking.withLock { $0 = action } }

    func reset(to timeRanges: [CMTimeRange]) {
      reader.reset(to: timeRanges)
      overtaking.withLock { $0.take() }?()
    }

    func next() throws -> CMSampleBuffer? { try reader.next() }
    var warnings: [String] { reader.warnings }
    var lostTimeRanges: [CMTimeRange] { reader.lostTimeRanges }
  }

  @Test func `PI-31: a seek overtakes one that is about to wait for a server's bytes as well as one that waits`()
    async throws
  {
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: Files.fixture("h264-pcm.mov"))[.size] as? Int)
    let server = try MediaServer(Files.fixtures, manner: .held(size * 6 / 10..<size * 9 / 10))
    try await bounded {
      let content = AssetSource(url: server.url("h264-pcm.mov")).played
      let session = content.makeSession(onDamage: .endsReading)
      let track = try #require(try content.load().tracks.first { $0.mediaType == .video })
      let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
      let reader = OvertakenReader(
        try session.reader(of: track, output: .pictures(PictureRequest()), timeRange: all, isRandomAccess: true))
      let told = DispatchSemaphore(value: 0)
      let pictures = PictureSession(PictureFeed(reader), of: session) { told.signal() }
      let end = track.timeRange.end
      let near = CMTimeMultiplyByRatio(end, multiplier: 1, divisor: 10)
      reader.overtake { pictures.seek(to: near) }
      pictures.seek(to: CMTimeMultiplyByRatio(end, multiplier: 9, divisor: 10))
      var place: CMTime?
      while place == nil {
        told.wait()
        place = try pictures.takeArrival()
      }
      #expect(place == near)
      pictures.end()
    }
  }
}
