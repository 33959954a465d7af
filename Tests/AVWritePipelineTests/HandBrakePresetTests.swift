import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct HandBrakePresetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func presets(_ fields: String...) throws -> [Preset] {
    let list = fields.map { "{\($0)}" }.joined(separator: ",")
    let path = try folder.write(#"{"PresetList": [\#(list)], "VersionMajor": 50}"#, to: "export.json")
    return try #require(try HandBrakeFile(YAMLFile(path: path))).presets
  }

  /// What HandBrake writes of a plain preset, the fields that say nothing included.
  private static let whole = """
    "AlignAVStart": true, "AudioCopyMask": ["copy:aac"], "AudioEncoderFallback": "av_aac",
    "AudioList": [{
      "AudioBitrate": 160, "AudioCompressionLevel": -1.0, "AudioEncoder": "av_aac", "AudioMixdown": "stereo",
      "AudioNormalizeMixLevel": false, "AudioSamplerate": "48", "AudioTrackGainSlider": 0.0
    }],
    "ChapterMarkers": true, "ChildrenArray": [], "Default": false, "FileFormat": "av_mp4", "Folder": false,
    "Optimize": true, "PictureCombDetectPreset": "default", "PictureDeblockPreset": "off",
    "PictureDeinterlaceFilter": "decomb", "PictureDeinterlacePreset": "default", "PictureDenoiseFilter": "off",
    "PictureDenoisePreset": "medium", "PictureDetelecine": "off", "PictureWidth": 1280, "PictureHeight": 720,
    "PresetDescription": "for tests", "PresetName": "Plain", "SubtitleAddCC": false, "SubtitleBurnBehavior": "none",
    "VideoAvgBitrate": 3000, "VideoEncoder": "x264", "VideoFramerate": "30", "VideoFramerateMode": "cfr",
    "VideoPreset": "slow", "VideoProfile": "main", "VideoQualitySlider": 22.0, "VideoQualityType": 2,
    "VideoTune": "", "x264UseAdvancedOptions": false
    """

  @Test func `what is common is translated whole`() throws {
    let preset = try presets(Self.whole)[0]
    #expect(preset.name == "Plain")
    #expect(preset.summary == "for tests")
    #expect(preset.ignored == [])
    #expect(
      preset.settings.yaml == """
        format: mp4
        video-codec: h264
        crf: 22
        speed: slow
        profile: main
        max-size: "1280x720"
        frame-rate: "30"
        deinterlace: true
        audio-codec: aac
        audio-bitrate: "160k"
        sample-rate: 48000
        max-channels: 2
        fast-start: true

        """)
  }

  @Test func `what is not done is named, and nothing else`() throws {
    let preset = try presets(
      """
      "PresetName": "p", "VideoEncoder": "nvenc_h265", "VideoTune": "film", "VideoOptionExtra": "ref=5",
      "VideoFramerate": "30", "VideoFramerateMode": "pfr", "PictureDenoiseFilter": "nlmeans",
      "PictureDenoisePreset": "strong", "PictureSharpenPreset": "medium", "PictureSharpenFilter": "off",
      "PictureCropMode": 0, "PictureRotate": "angle=90:hflip=0", "SubtitleLanguageList": ["eng"], "NewField": {"a": 1},
      "AudioList": [{"AudioEncoder": "copy"}, {"AudioEncoder": "ac3"}], "ChapterMarkers": false
      """)[0]
    #expect(
      preset.ignored == [
        "AudioList: all tracks but the first", "PictureDenoiseFilter nlmeans", "PictureRotate angle=90:hflip=0",
        "SubtitleLanguageList", "VideoEncoder nvenc_h265", "VideoFramerate 30", "VideoOptionExtra ref=5",
        "VideoTune film",
      ])
    #expect(preset.settings.yaml == "audio-codec: copy\n")
  }

  @Test func `a bit rate in place of a quality, and ten bits`() throws {
    let preset = try presets(
      #""PresetName": "p", "VideoEncoder": "x265_10bit", "VideoQualityType": 1, "VideoAvgBitrate": 2500,"#
        + #""VideoQualitySlider": 20, "MetadataPassthru": false"#)[0]
    #expect(
      preset.settings.yaml == """
        video-codec: hevc
        video-bitrate: "2500k"
        pixel-format: yuv420p10
        strip-metadata: true

        """)
    #expect(preset.ignored == [])
  }

  @Test func `what an encoder without loss cannot follow is named`() throws {
    for (name, codec) in [("alac16", "alac"), ("flac24", "flac")] {
      let preset = try presets(
        #""PresetName": "p", "VideoEncoder": "ffv1", "VideoQualitySlider": 20, "VideoProfile": "main","#
          + #""AudioList": [{"AudioEncoder": "\#(name)", "AudioBitrate": 160}]"#)[0]
      #expect(preset.settings.yaml == "video-codec: ffv1\naudio-codec: \(codec)\n")
      #expect(preset.settings.contradiction == nil)
      #expect(preset.ignored == ["AudioBitrate 160", "VideoProfile main", "VideoQualitySlider 20"])
    }
  }

  @Test func `folders are walked, and each preset has its name`() throws {
    let folderOfTwo = #"""
      "PresetName": "Web", "Folder": true, "ChildrenArray": [
        {"PresetName": "One", "VideoEncoder": "VP9", "VideoQualitySlider": 31.4},
        {"PresetName": "Deep", "Folder": true, "ChildrenArray": [{"PresetName": "Two"}]}
      ]
      """#
    let presets = try presets(folderOfTwo, #""PresetName": "Three""#)
    #expect(presets.map(\.name) == ["One", "Two", "Three"])
    // libvpx takes whole numbers.
    #expect(presets[0].settings.video.compression.quality == 31)
  }

  @Test func `the user's folder has presets of HandBrake's under their names`() throws {
    try FileManager.default.createDirectory(at: folder.file("avwrite"), withIntermediateDirectories: false)
    try folder.write("[{\(Self.whole)}, {\"PresetName\": \"Other\"}]", to: "avwrite/presets.json")
    let catalog = PresetCatalog(environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(try catalog.preset(named: "Plain").settings.video.compression.speed == .slow)
    let error = #expect(throws: JobError.self) {
      try catalog.preset(named: nil, with: folder.path("avwrite/presets.json"))
    }
    #expect(error?.message.contains("several presets: Plain, Other") == true)
  }

  @Test func `a list of empty folders has no preset, under any name`() throws {
    try FileManager.default.createDirectory(at: folder.file("avwrite"), withIntermediateDirectories: false)
    try folder.write(#"[{"PresetName": "x", "Folder": true, "ChildrenArray": []}]"#, to: "avwrite/mine.yaml")
    let catalog = PresetCatalog(environment: ["XDG_CONFIG_HOME": folder.path])
    let error = #expect(throws: JobError.self) { try catalog.preset(named: "mine") }
    #expect(error?.exit.code == 78 && error?.message.hasSuffix("mine.yaml: contains no preset") == true)
  }

  @Test func `what asks for the impossible is an error`() throws {
    let path = try folder.write(
      #"[{"PresetName": "p", "VideoEncoder": "x264", "VideoQualitySlider": 80}]"#, to: "p.json")
    let error = #expect(throws: JobError.self) { try PresetCatalog(environment: [:]).preset(named: nil, with: path) }
    #expect(error?.exit.code == 78)
  }
}
