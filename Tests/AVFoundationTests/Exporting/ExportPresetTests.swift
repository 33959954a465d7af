import CoreMedia
import TestSupport
import Testing

@testable import AVFoundation

/// The table of presets, and what each makes of a track.
@Suite struct ExportPresetTests {
  private func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: MediaFiles.fixture(name)) }

  private func preset(_ name: String) throws -> ExportPreset {
    try #require(ExportPreset.all.first { $0.name == name })
  }

  @Test func `EX-01: a constant's value is its name, and every available preset has one`() {
    #expect(AVAssetExportPreset640x480 == "AVAssetExportPreset640x480")
    #expect(AVAssetExportPresetHEVCHighestQuality == "AVAssetExportPresetHEVCHighestQuality")
    let constants = [
      AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
      AVAssetExportPresetHEVCHighestQuality, AVAssetExportPreset640x480, AVAssetExportPreset960x540,
      AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160,
      AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetHEVC4320x2160,
      AVAssetExportPresetHEVC7680x4320, AVAssetExportPresetAppleM4A, AVAssetExportPresetAppleProRes422LPCM,
      AVAssetExportPresetAppleProRes4444LPCM, AVAssetExportPresetAppleM4VCellular, AVAssetExportPresetAppleM4ViPod,
      AVAssetExportPresetAppleM4V480pSD, AVAssetExportPresetAppleM4VAppleTV, AVAssetExportPresetAppleM4VWiFi,
      AVAssetExportPresetAppleM4V720pHD, AVAssetExportPresetAppleM4V1080pHD,
    ]
    #expect(Set(AVAssetExportSession.allExportPresets()) == Set(constants))
    #expect(Set(ExportPreset.all.map(\.name)) == Set(constants + [AVAssetExportPresetPassthrough]))
  }

  @Test func `EX-10: there is a session for every available preset, and for no other name`() {
    let asset = asset("h264-aac.mov")
    for name in AVAssetExportSession.allExportPresets() + [AVAssetExportPresetPassthrough] {
      let session = AVAssetExportSession(asset: asset, presetName: name)
      #expect(session?.presetName == name)
      #expect(session?.asset === asset)
    }
    for name in [
      AVAssetExportPresetHEVC1920x1080WithAlpha, AVAssetExportPresetHEVC3840x2160WithAlpha,
      AVAssetExportPresetHEVCHighestQualityWithAlpha, AVAssetExportPresetMVHEVC960x960,
      AVAssetExportPresetMVHEVC1440x1440, AVAssetExportPresetMVHEVC4320x4320, AVAssetExportPresetMVHEVC7680x7680,
      "none", "640x480", "",
    ] {
      #expect(AVAssetExportSession(asset: asset, presetName: name) == nil)
    }
  }

  @Test func `EX-20, EX-22: the lists have no passthrough, and types are those of the preset`() throws {
    #expect(!AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetPassthrough))
    let asset = asset("h264-aac.mov")
    for (name, types) in [
      (AVAssetExportPreset1280x720, [.mov, .mp4, .m4v]), (AVAssetExportPresetAppleM4A, [.m4a]),
      (AVAssetExportPresetAppleProRes422LPCM, [.mov]), (AVAssetExportPresetAppleM4V720pHD, [.m4v, .m4a]),
    ] as [(String, [AVFileType])] {
      #expect(try #require(AVAssetExportSession(asset: asset, presetName: name)).supportedFileTypes == types)
    }
    let copying = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    #expect(Set(copying.supportedFileTypes) == Set(AVFileType.writable))
  }

  @Test(arguments: [
    ("h264-aac.mov", AVAssetExportPreset640x480, 480, 270), ("h264-aac.mov", AVAssetExportPresetLowQuality, 224, 126),
    ("h264-aac.mov", AVAssetExportPresetAppleM4VCellular, 176, 100),
    ("h264-aac.mov", AVAssetExportPresetHighestQuality, 480, 270),
    // Held upright: the box is, too. The stored picture lies.
    ("h264-rotated.mov", AVAssetExportPresetLowQuality, 224, 126),
    // Samples of 4:3: 320x180 as shown.
    ("h264-anamorphic.mp4", AVAssetExportPresetLowQuality, 224, 126),
    ("h264-anamorphic.mp4", AVAssetExportPreset640x480, 240, 180),
    ("mpeg4-odd.mp4", AVAssetExportPreset640x480, 321, 241),
  ])
  func `EX-02, EX-03, EX-04, EX-08: pictures fit into the preset's size, and are never enlarged`(
    file: String, name: String, width: Int, height: Int
  ) throws {
    let track = try #require(asset(file).tracks(withMediaType: .video).first)
    let coding = PictureCoding(.h264, of: track, in: .mov, fitting: try preset(name).box)
    #expect(coding.width == width && coding.height == height)
  }

  @Test func `EX-45: the matrix moves the smaller picture back into view`() throws {
    let (_, track) = try ReadMedia.track(MediaFiles.fixture("h264-rotated.mov"), .video)
    let coding = PictureCoding(.h264, of: track, in: .mov, fitting: try preset(AVAssetExportPresetLowQuality).box)
    let shown = CGRect(x: 0, y: 0, width: coding.width, height: coding.height).applying(coding.transform)
    #expect(abs(shown.minX) < 0.01 && abs(shown.minY) < 0.01)
    #expect(abs(shown.width - 126) < 0.01 && abs(shown.height - 224) < 0.01)
    let turned = PictureCoding(.vp9, of: track, in: .webm, fitting: nil)
    #expect(turned.isTurned && turned.transform.isIdentity)
    #expect(turned.width == 180 && turned.height == 320)
  }

  @Test func `EX-09: AAC has two channels at most, and linear PCM those of the source`() throws {
    let (_, track) = try ReadMedia.track(MediaFiles.fixture("aac-5.1.m4a"), .audio)
    let coded = SoundCoding(kAudioFormatMPEG4AAC, of: track, in: .m4a, channelLimit: 2)
    #expect(coded.channels == 2 && coded.sampleRate == 48_000)
    #expect(SoundCoding(kAudioFormatLinearPCM, of: track, in: .mov).channels == 6)
  }

  @Test func `EX-21: a preset needs the media that it is for`() async {
    func isCompatible(_ preset: String, _ file: String, _ type: AVFileType?) async -> Bool {
      await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset(file), outputFileType: type)
    }
    for (preset, file, type, expected) in [
      (AVAssetExportPreset1280x720, "h264-aac.mov", .mp4, true),
      (AVAssetExportPreset1280x720, "speech.wav", nil, false),
      (AVAssetExportPreset1280x720, "h264-aac.mov", .wav, false),
      (AVAssetExportPresetAppleM4A, "h264-aac.mov", .m4a, true),
      (AVAssetExportPresetAppleM4A, "h264-one-frame.mov", nil, false),
      (AVAssetExportPresetMediumQuality, "speech.m4a", nil, true),
      (AVAssetExportPresetAppleM4V720pHD, "speech.m4a", .m4a, true),
      (AVAssetExportPresetAppleM4V720pHD, "speech.m4a", .m4v, false),
      (AVAssetExportPresetAppleM4V720pHD, "h264-aac.mov", .m4a, false),
      (AVAssetExportPresetAppleProRes422LPCM, "prores-pcm24.mov", .mov, true),
      (AVAssetExportPresetPassthrough, "h264-aac.mov", .mkv, true),
      (AVAssetExportPresetPassthrough, "h264-aac.mov", .wav, false),
      (AVAssetExportPresetPassthrough, "speech.wav", .wav, true), ("none", "h264-aac.mov", nil, false),
    ] as [(String, String, AVFileType?, Bool)] {
      #expect(await isCompatible(preset, file, type) == expected, "\(preset) \(file) \(type?.rawValue ?? "any")")
    }
    let corrupt = AVURLAsset(url: URL(fileURLWithPath: Files.corrupt("text.mov")))
    #expect(AVAssetExportSession.exportPresets(compatibleWith: corrupt).isEmpty)
    let sound = Set(AVAssetExportSession.exportPresets(compatibleWith: asset("speech.wav")))
    #expect(sound.contains(AVAssetExportPresetAppleM4A) && !sound.contains(AVAssetExportPreset640x480))
    #expect(!sound.contains(AVAssetExportPresetPassthrough))
    let answer = await withCheckedContinuation { done in
      AVAssetExportSession.determineCompatibility(
        ofExportPreset: AVAssetExportPresetAppleM4A, with: asset("speech.wav"), outputFileType: .m4a
      ) { done.resume(returning: $0) }
    }
    #expect(answer)
  }

  @Test func `EX-23: compatible types are those that can have the asset's media`() async throws {
    let session = try #require(
      AVAssetExportSession(asset: asset("h264-aac.mov"), presetName: AVAssetExportPresetPassthrough))
    let types = await session.compatibleFileTypes
    #expect(types.starts(with: [.mov, .mp4, .m4v]))
    #expect(!types.contains(.m4a) && !types.contains(.mp3))
    let told = await withCheckedContinuation { done in
      session.determineCompatibleFileTypes { done.resume(returning: $0) }
    }
    #expect(told == types)
    let device = try #require(
      AVAssetExportSession(asset: asset("speech.m4a"), presetName: AVAssetExportPresetAppleM4V480pSD))
    #expect(await device.compatibleFileTypes == [.m4a])
  }
}
