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

  /// Makes a movie of noise, which takes many bytes, and of pictures of one grey behind it.
  private func makeUneven() throws -> AVURLAsset {
    let url = folder.file("uneven.mov")
    try WrittenFile.video(url, settings: Settings.video(), count: 100) { index in
      let picture = ComputedMedia.picture(width: 64, height: 48, brightness: 100)
      guard index < 10 else { return picture }
      var generator = SeededGenerator(seed: UInt64(index))
      CVPixelBufferLockBaseAddress(picture, [])
      defer { CVPixelBufferUnlockBaseAddress(picture, []) }
      let (base, stride) = (
        CVPixelBufferGetBaseAddressOfPlane(picture, 0)!, CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
      )
      for y in 0..<48 {
        for x in 0..<64 {
          base.storeBytes(of: .random(in: 16...235, using: &generator), toByteOffset: y * stride + x, as: UInt8.self)
        }
      }
      return picture
    }
    return AVURLAsset(url: url)
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `EX-50: a part that takes more than the mean is found out as it is written`(type: AVFileType) async throws {
    let asset = try makeUneven()
    let part = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 25))
    let free = try session(asset, as: type)
    free.timeRange = part
    let url = folder.file("free.\(type.fileExtensions[0])")
    try await free.export(to: url, as: type)
    let size = Int64(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    let tight = try session(asset, as: type)
    tight.timeRange = part
    tight.fileLengthLimit = size * 3 / 4
    #expect(try await tight.estimatedOutputFileLengthInBytes < tight.fileLengthLimit)
    do {
      try await tight.export(to: folder.file("tight.\(type.fileExtensions[0])"), as: type)
      Issue.record("no error")
    } catch { #expect((error as? AVError)?.code == .maximumFileSizeReached, "\(error)") }
    let wide = try session(asset, as: type)
    wide.timeRange = part
    wide.fileLengthLimit = size
    try await wide.export(to: folder.file("wide.\(type.fileExtensions[0])"), as: type)
    let names = ["free", "wide"].map { "\($0).\(type.fileExtensions[0])" } + ["uneven.mov"]
    #expect(folder.names == names.sorted())
  }
}
