import AVFoundation
import TestSupport
import Testing

/// Exports of compositions in which tracks show nothing, at all or in the part that is exported.
@Suite struct EmptyTrackTests {
  let folder: TemporaryFolder
  private let composition = AVMutableComposition()

  init() throws { folder = try TemporaryFolder() }

  private static func time(_ hundredths: Int64) -> CMTime { CMTime(value: hundredths, timescale: 100) }

  /// Adds a track of one second of media from a time on.
  ///
  /// - Parameter start: the time in hundredths of a second; `nil` for a track without media.
  private func add(_ type: AVMediaType, at start: Int64?) throws {
    let track = try #require(
      composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
    guard let start else { return }
    let (_, source) = try ReadMedia.track(MediaFiles.fixture("h264-aac-small.mp4"), type)
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: Self.time(100)), of: source, at: Self.time(start))
  }

  /// Exports a part of the composition, and returns the file.
  private func export(
    _ preset: String, as type: AVFileType = .mov, from start: Int64 = 0, to end: Int64 = 1000
  ) async throws -> AVURLAsset {
    let session = try #require(AVAssetExportSession(asset: composition, presetName: preset))
    session.timeRange = CMTimeRange(start: Self.time(start), end: Self.time(end))
    let url = folder.file("\(start).\(type.fileExtensions[0])")
    try await session.export(to: url, as: type)
    return AVURLAsset(url: url)
  }

  private func expectError(_ code: AVError.Code, of work: () async throws -> AVURLAsset) async {
    do {
      let made = try await work()
      Issue.record("no error, and \(made.tracks.count) tracks")
    } catch { #expect((error as? AVError)?.code == code, "\(error)") }
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    AVAssetExportPresetPassthrough, AVAssetExportPresetMediumQuality, AVAssetExportPresetAppleProRes422LPCM,
  ])
  func `EX-06, EX-42: tracks without media are left out`(preset: String) async throws {
    for (type, start) in [(.video, nil), (.audio, nil), (.video, 0), (.audio, 0), (.video, nil)]
      as [(AVMediaType, Int64?)]
    {
      try add(type, at: start)
    }
    let made = try await export(preset)
    #expect(made.tracks.map(\.mediaType) == [.video, .audio])
    #expect(try ReadMedia.pictureTimes(made.url).count == 25)
  }

  @Test func `EX-21, EX-42: a track without media is none that a preset is for`() async throws {
    try add(.video, at: 0)
    try add(.audio, at: nil)
    await expectError(.operationNotSupportedForAsset) { try await export(AVAssetExportPresetAppleM4A, as: .m4a) }
    let other = AVMutableComposition()
    _ = other.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    #expect(AVAssetExportSession.exportPresets(compatibleWith: other).isEmpty)
  }

  @Test func `EX-06: a track without media in the part is left out`() async throws {
    try add(.audio, at: 0)
    try add(.video, at: 100)
    let before = try await export(AVAssetExportPresetPassthrough, from: 20, to: 80)
    #expect(before.tracks.map(\.mediaType) == [.audio])
    let across = try await export(AVAssetExportPresetPassthrough, from: 80, to: 120)
    #expect(across.tracks.map(\.mediaType) == [.audio, .video])
    let behind = try await export(AVAssetExportPresetPassthrough, from: 100, to: 160)
    #expect(behind.tracks.map(\.mediaType) == [.video])
    // Other readers stop at a track of pictures without samples.
    guard Tool.ffmpeg.isInstalled(for: "only our reader opens the parts") else { return }
    for asset in [before, across, behind] {
      try Tool.ffmpeg.run(["-v", "error", "-i", asset.url.path, "-map", "0", "-f", "null", "-"])
    }
  }

  @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetMediumQuality])
  func `EX-36: a part in which no track has media is an error`(preset: String) async throws {
    try add(.video, at: 50)
    await expectError(.exportFailed) { try await export(preset, to: 40) }
    if preset != AVAssetExportPresetPassthrough { return }
    try add(.audio, at: 50)
    await expectError(.exportFailed) { try await export(preset, to: 40) }
  }
}
