import AVFoundation
import TestSupport
import Testing

/// The size of exported files where the container of the source does not state how much its tracks take.
@Suite struct FileLengthTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let copies: [(String, AVFileType)] = [
    ("h264-aac.mkv", .mkv), ("h264-aac.mkv", .mov), ("h264-flac-srt.mkv", .mkv), ("vp9-opus.webm", .webm),
    ("h264-aac.ts", .mov), ("speech.flac", .flac),
  ]

  private func session(_ asset: AVAsset, as type: AVFileType) throws -> AVAssetExportSession {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    session.outputFileType = type
    return session
  }

  @Test(arguments: copies)
  func `EX-53: estimates are near the size that comes out`(name: String, type: AVFileType) async throws {
    let session = try session(AVURLAsset(url: MediaFiles.fixture(name)), as: type)
    let estimate = try await session.estimatedOutputFileLengthInBytes
    let url = folder.file("out.\(type.fileExtensions[0])")
    try await session.export(to: url, as: type)
    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    #expect((0.7...1.4).contains(Double(estimate) / Double(size)), "\(estimate) \(size)")
  }

  @Test(arguments: copies)
  func `EX-50, EX-54: a limit holds for them`(name: String, type: AVFileType) async throws {
    let session = try session(AVURLAsset(url: MediaFiles.fixture(name)), as: type)
    session.fileLengthLimit = try await session.estimatedOutputFileLengthInBytes / 2
    let (longest, whole) = (try await session.estimatedMaximumDuration, session.asset.duration)
    #expect(longest > .zero && longest.seconds < whole.seconds * 0.8)
    do {
      try await session.export(to: folder.file("out.\(type.fileExtensions[0])"), as: type)
      Issue.record("no error")
    } catch { #expect((error as? AVError)?.code == .maximumFileSizeReached, "\(error)") }
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-53: a composition takes what its parts of files take`() async throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mkv"))
    let whole = try await session(asset, as: .mov).estimatedOutputFileLengthInBytes
    let composition = AVMutableComposition()
    let half = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
    try await composition.insertTimeRange(half, of: asset, at: .zero)
    let estimate = try await session(composition, as: .mov).estimatedOutputFileLengthInBytes
    #expect((0.4...0.8).contains(Double(estimate) / Double(whole)), "\(estimate) \(whole)")
  }
}
