import AVFoundation
import TestSupport
import Testing

@Suite("Clients: what a file is")
struct AssetInspectorTests {
  @Test func `by keys and by properties, a client finds the same`() async throws {
    let inspector = AssetInspector(url: MediaFiles.fixture("h264-two-audio.mp4"))
    #expect(inspector.durationText == "-")
    let summary = try await inspector.inspect()
    #expect(summary.seconds == 2 && summary.title == "Two voices")
    #expect(summary.trackKinds == [.video, .audio, .audio, .subtitle, .text])
    #expect(inspector.durationText == "2.0 s")
    let other = AssetInspector(url: MediaFiles.fixture("h264-two-audio.mp4"))
    let byKeys = try await withCheckedThrowingContinuation { continuation in
      other.inspectByKeys { continuation.resume(with: $0) }
    }
    #expect(byKeys == summary)
  }

  @Test func `a file that is not there is told in words`() async {
    let inspector = AssetInspector(url: URL(fileURLWithPath: "/nowhere/at/all.mov"))
    await #expect(throws: AVError.self) { try await inspector.inspect() }
    #expect(inspector.durationText.contains("No such file"))
  }
}
