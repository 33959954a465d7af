import AVFoundation
import TestSupport
import Testing

@Suite("Clients: a clip that is trimmed and exported with metadata")
struct TrimExporterTests {
  private let source = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
  private let start = CMTime(value: 1, timescale: 2)
  private let end = CMTime(value: 3, timescale: 2)

  private func expectTrimmed(_ url: URL) throws {
    let asset = AVURLAsset(url: url)
    #expect(abs(asset.duration.seconds - 1) < 0.05)
    #expect(asset.commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue == "A walk")
    #expect(try Probe.read(url.path).tracks.map(\.codec_name) == ["h264", "aac"])
  }

  @Test func `by a completion handler, with the progress polled`() async throws {
    let folder = try TemporaryFolder()
    let exporter = TrimExporter(url: source)
    let output = folder.file("trimmed.mp4")
    let result = await withCheckedContinuation { done in
      exporter.trim(from: start, to: end, title: "A walk", into: output) { done.resume(returning: $0) }
    }
    #expect(try result.get() == output)
    #expect(exporter.progress == 1)
    try expectTrimmed(output)
    let again = await withCheckedContinuation { done in
      TrimExporter(url: source).trim(from: start, to: end, title: "", into: output) { done.resume(returning: $0) }
    }
    guard case .failure(.failed(let error as AVError)) = again else {
      Issue.record("\(again)")
      return
    }
    #expect(error.code == .fileAlreadyExists)
  }

  @Test func `by a task, with the progress told`() async throws {
    let folder = try TemporaryFolder()
    let clip = TrimmedClip(asset: AVURLAsset(url: source), range: CMTimeRange(start: start, end: end))
    let told = Told<Double>()
    try await clip.export(title: "A walk", to: folder.file("trimmed.mp4")) { told.append($0) }
    #expect(told.values == told.values.sorted())
    try expectTrimmed(folder.file("trimmed.mp4"))
  }

  @Test func `cancelled from the side`() async throws {
    let folder = try TemporaryFolder()
    let exporter = TrimExporter(url: source)
    let result = await withCheckedContinuation { done in
      exporter.trim(from: .zero, to: .positiveInfinity, title: "", into: folder.file("out.mp4")) {
        done.resume(returning: $0)
      }
      exporter.cancel()
    }
    guard case .failure(.cancelled) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(folder.names.isEmpty)
  }
}
