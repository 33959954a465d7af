import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct PresetTests {
  private let folder: TemporaryFolder
  private let catalog: PresetCatalog

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file("avwrite"), withIntermediateDirectories: false)
    catalog = PresetCatalog(environment: ["XDG_CONFIG_HOME": folder.path, "HOME": "/nowhere"])
  }

  @Test func `each of this build is consistent, and says what it is for`() throws {
    let presets = catalog.all().presets
    #expect(Set(presets.map(\.name)).count == presets.count)
    for preset in presets {
      #expect(preset.settings.contradiction == nil, "\(preset.name)")
      #expect(preset.settings.format != nil, "\(preset.name)")
      #expect(!preset.summary.isEmpty && !preset.summary.hasSuffix("."), "\(preset.name)")
      #expect(try catalog.preset(named: preset.name) == preset)
    }
    #expect(try Schema("presets").problems(with: presets.document) == [])
  }

  @Test func `what is shown of a preset is a file that says the same`() throws {
    for preset in catalog.all().presets {
      let path = try folder.write(preset.text, to: "shown.yaml")
      #expect(try catalog.preset(named: nil, with: path).settings == preset.settings, "\(preset.name)")
    }
  }

  @Test func `Apple's names are found as avconvert takes them`() throws {
    #expect(try catalog.preset(named: "Preset640x480").name == "AVAssetExportPreset640x480")
    #expect(try catalog.preset(named: "AVAssetExportPresetAppleM4A").settings.format == .m4a)
    #expect(throws: JobError.self) { try catalog.preset(named: "640x480") }
  }

  @Test func `a user's file is a preset, also in place of one of this build`() throws {
    try folder.write("preset: web-720p\ncrf: 30\nsummary: for mails", to: "avwrite/web-720p.yaml")
    try folder.write("preset: web-720p\nspeed: fast", to: "avwrite/mine.yml")
    let own = try catalog.preset(named: "web-720p")
    #expect(own.summary == "for mails")
    #expect(own.settings.video.compression.quality == 30)
    #expect(own.settings.video.codec == .h264)
    let mine = try catalog.preset(named: "mine")
    #expect(mine.summary == "for mails")
    #expect(mine.settings.video.compression.quality == 30)
    #expect(mine.settings.video.compression.speed == .fast)
    #expect(catalog.all().presets.suffix(2).map(\.name) == ["mine", "web-720p"])
    #expect(catalog.all().presets.count { $0.name == "web-720p" } == 1)
  }

  @Test func `a named pipe in the folder is told, and not waited for`() throws {
    #expect(mkfifo(folder.path("avwrite/f.yaml"), 0o600) == 0)
    try folder.write("crf: 30", to: "avwrite/mine.yaml")
    let (presets, problems) = catalog.all()
    #expect(problems.map(\.message) == [folder.path("avwrite/f.yaml") + ": is not a regular file"])
    #expect(problems.map(\.exit.code) == [78])
    #expect(presets.last?.name == "mine")
    #expect(throws: JobError.self) { try catalog.preset(named: "f") }
  }

  @Test func `a file counts more than the preset beside it`() throws {
    let path = try folder.write("preset: music\naudio-bitrate: 96k", to: "file.yaml")
    #expect(try catalog.preset(named: nil, with: path).settings.yaml.contains("audio-codec: aac"))
    let podcast = try catalog.preset(named: "podcast", with: path).settings
    #expect(podcast.audio.codec == .mp3)
    #expect(podcast.audio.bitRate?.bitsPerSecond == 96_000)
  }

  @Test func `presets that begin with each other are none`() throws {
    try folder.write("preset: second", to: "avwrite/first.yaml")
    try folder.write("preset: first", to: "avwrite/second.yaml")
    try folder.write("preset: third", to: "avwrite/third.yaml")
    for (name, circle) in [("first", "first, second, first"), ("third", "third, third")] {
      let error = #expect(throws: JobError.self) { try catalog.preset(named: name) }
      #expect(error?.exit.code == 78)
      #expect(error?.message.hasSuffix("\(name).yaml: preset \(name) builds on itself: \(circle)") == true)
    }
  }

  @Test func `a broken file spoils itself alone`() throws {
    try folder.write("crf: x", to: "avwrite/broken.yaml")
    try folder.write("crf: 99", to: "avwrite/worse.yaml")
    let (presets, problems) = catalog.all()
    #expect(presets.count == PresetCatalog(environment: [:]).all().presets.count)
    #expect(problems.map(\.exit.code) == [78, 78])
    #expect(problems.last?.message.hasSuffix("worse.yaml: --crf for h264 must be a number from 0 to 51") == true)
    #expect(try catalog.preset(named: "archive").settings.format == .mkv)
    #expect(throws: JobError.self) { try catalog.preset(named: "broken") }
  }

  @Test(arguments: ["no-such.yaml", "avwrite", "/dev/null"])
  func `a file of settings that is none`(name: String) throws {
    let path = name.hasPrefix("/") ? name : folder.path(name)
    let error = #expect(throws: JobError.self) { try catalog.preset(named: nil, with: path) }
    #expect(error?.code == .settingsInvalid)
    #expect(error?.message.hasPrefix(path + ": ") == true)
  }

  @Test func `a media file is no file of settings`() throws {
    let error = #expect(throws: JobError.self) {
      try catalog.preset(named: nil, with: Files.fixture("h264-aac.mov"))
    }
    #expect(error?.exit.code == 78)
  }

  @Test func `the extension of an output says more than a preset's container`() {
    var settings = Settings()
    settings.format = .mkv
    #expect(settings.named("a.mp4").format == nil)
    #expect(settings.named("-").format == .mkv)
    #expect(settings.named("a.unknown").format == .mkv)
  }
}
