import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Programs in the shapes that Apple's guides teach.
@Suite("Clients: as the guides write them")
struct GuideTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func prepared(_ url: URL) async throws -> AssetPreparation.Outcome {
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      let outcome = Mutex<AssetPreparation.Outcome?>(nil)
      let preparation = AssetPreparation(url: url)
      preparation.prepare { result in
        outcome.withLock { $0 = result }
        done.signal()
      }
      done.wait()
      return outcome.withLock { $0 }!
    }
  }

  @Test func `loading keys: a switch over the status of each`() async throws {
    #expect(try await prepared(MediaFiles.fixture("h264-aac.mov")) == .ready(seconds: 4.004, kinds: ["vide", "soun"]))
    guard case .failed("duration", let code) = try await prepared(folder.file("absent.mov")) else {
      Issue.record("a file that is not there was loaded")
      return
    }
    #expect(code != 0)
  }

  @Test func `loading properties: duration and tracks in one line, formats, and the title`() async throws {
    let inspection = MovieInspection(asset: AVURLAsset(url: MediaFiles.fixture("h264-two-audio.mp4")))
    #expect(inspection.durationText == "–")
    let summary = try await inspection.summary()
    #expect(inspection.durationText == "2.0 s")
    #expect(summary.duration.seconds == 2)
    #expect(summary.title == "Two voices")
    #expect(summary.tracks.map(\.kind) == ["video", "soun", "soun", "sbtl", "text"])
    #expect(summary.tracks.map(\.codec).prefix(3) == ["avc1", "aac ", "aac "])
    #expect(try await inspection.soundLanguages() == ["eng", "deu"])
  }

  @Test func `filtering metadata: by identifier, by format and by language`() async throws {
    let browser = MetadataBrowser(asset: AVURLAsset(url: MediaFiles.fixture("speech.m4a")))
    #expect(try await browser.text(.commonIdentifierTitle) == "Speech")
    #expect(try await browser.text(.iTunesMetadataArtist) == "espeak-ng")
    #expect(try await browser.text(.commonIdentifierTitle, preferring: ["de", "en"]) == "Speech")
    #expect(try await browser.text(.commonIdentifierCopyrights) == nil)
    let everything = try await browser.everything()
    #expect(everything[.iTunesMetadata]?.contains(AVMetadataIdentifier.iTunesMetadataAlbum.rawValue) == true)
    let artwork = try #require(try await browser.artwork())
    #expect(artwork.starts(with: [0xFF, 0xD8]), "the beginning of a JPEG file")
  }

  @Test
  @MainActor
  func `strict concurrency: an actor exports, and a model on the main actor follows it`() async throws {
    let (source, url) = (MediaFiles.fixture("h264-rotated.mov"), folder.file("out.mov"))
    let center = NotificationCenter()
    let exporter = try await Exporter(asset: AVURLAsset(url: source), to: url)
    let monitor = ExportMonitor()
    monitor.follow(exporter, center: center)
    try await exporter.export(notifying: center)
    await monitor.end()
    #expect(monitor.isFinished)
    #expect(monitor.readiness.first == false)
    #expect(monitor.readiness.contains(true))
    #expect(exporter.writer.status == .completed)
    #expect(try ReadMedia.stored(url, .video).map(\.bytes) == ReadMedia.stored(source, .video).map(\.bytes))
  }
}
