import AVFoundation
import TestSupport
import Testing

/// Exports of compositions that show a file which is not there any more.
@Suite struct MissingMediaTests {
  let folder: TemporaryFolder
  private let composition = AVMutableComposition()

  init() throws { folder = try TemporaryFolder() }

  /// Adds a track of a second of a file that is not there.
  private func addMissing(_ type: AVMediaType) throws {
    let track = try #require(
      composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    track.segments = [
      AVCompositionTrackSegment(
        url: folder.file("gone.mp4"), trackID: 1, sourceTimeRange: second, targetTimeRange: second)
    ]
  }

  private func expectMissing(_ preset: String, _ type: AVFileType) async throws {
    let session = try #require(AVAssetExportSession(asset: composition, presetName: preset))
    #expect(await session.compatibleFileTypes.isEmpty)
    do {
      try await session.export(to: folder.file("out.\(type.fileExtensions[0])"), as: type)
      Issue.record("no error")
    } catch {
      let reader = try AVAssetReader(asset: composition)
      reader.add(AVAssetReaderTrackOutput(track: composition.tracks[0], outputSettings: nil))
      #expect(!reader.startReading())
      #expect((error as? AVError)?.code == (reader.error as? AVError)?.code, "\(error)")
      #expect(error.localizedDescription.contains("gone.mp4"), "\(error)")
      let cause = (error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError
      #expect(cause?.domain == NSPOSIXErrorDomain && cause?.code == Int(ENOENT), "\(error)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality, AVAssetExportPreset640x480,
    AVAssetExportPresetAppleProRes422LPCM,
  ])
  func `CO-45: pictures of a missing file fail the export with its error`(preset: String) async throws {
    try addMissing(.video)
    try await expectMissing(preset, .mov)
  }

  @Test(arguments: [
    (AVAssetExportPresetPassthrough, AVFileType.mov), (AVAssetExportPresetPassthrough, .wav),
    (AVAssetExportPresetAppleM4A, .m4a),
  ])
  func `CO-45: sound of a missing file fails the export with its error`(
    preset: String, type: AVFileType
  ) async throws {
    try addMissing(.audio)
    try await expectMissing(preset, type)
  }

  @Test func `CO-45: a missing file that is not exported does no harm`() async throws {
    try addMissing(.video)
    let (_, speech) = try ReadMedia.track(MediaFiles.fixture("speech.m4a"), .audio)
    let track = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(speech.timeRange, of: speech, at: .zero)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A))
    try await session.export(to: folder.file("out.m4a"), as: .m4a)
    #expect(folder.names == ["out.m4a"])
  }
}
