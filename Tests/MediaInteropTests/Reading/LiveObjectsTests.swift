import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

#if DEBUG
  /// Every owner of foreign memory is gone when its user is: counted in a process of its own, since the count is one for
  /// the whole process and other tests run beside this one.
  struct LiveObjectsTests {
    @Test func `opening, reading and decoding leaves nothing behind`() async {
      await #expect(processExitsWith: .success) {
        let names = try FileManager.default.contentsOfDirectory(atPath: MediaFiles.fixtures)
        #expect(!names.isEmpty)
        for name in names {
          let before = LiveObjects.current
          try LiveObjectsTests.use(name)
          #expect(LiveObjects.current == before, "\(name)")
        }
      }
    }

    @Test func `what fails leaves nothing behind`() async {
      await #expect(processExitsWith: .success) {
        let directory = Files.corrupt.path
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(!names.isEmpty)
        for name in names {
          let before = LiveObjects.current
          try? LiveObjectsTests.use("../corrupt/" + name)
          #expect(LiveObjects.current == before, "\(name)")
        }
      }
    }

    @Test func `leaving in the middle leaves nothing behind`() async {
      await #expect(processExitsWith: .success) {
        for name in ["h264-aac.mov", "h264-open-gop.ts", "speech.mp3"] {
          let before = LiveObjects.current
          let during = try LiveObjectsTests.begin(name)
          #expect(during > before, "the count counts")
          #expect(LiveObjects.current == before, "\(name)")
        }
      }
    }

    /// Decodes a little and leaves.
    ///
    /// - Returns: the owners that were alive then.
    private static func begin(_ name: String) throws -> Int {
      let demuxer = try Demuxer(MediaFiles.fixture(name))
      let stream = demuxer.probe.streams[0]
      demuxer.select(streams: [0])
      let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, threads: 2)
      for _ in 0..<5 {
        guard let packet = try demuxer.read() else { break }
        _ = try decoder.send(packet)
      }
      return LiveObjects.current
    }

    /// Errors of the media are no matter here: what they leave behind is.
    private static func use(_ name: String) throws {
      let demuxer = try Demuxer(MediaFiles.fixture(name))
      for stream in demuxer.probe.streams where stream.isDecodable {
        _ = try? decode(Demuxer(reopening: demuxer.probe), streamIndex: stream.index, threads: 2)
      }
      while try demuxer.read() != nil {}
    }
  }
#endif
