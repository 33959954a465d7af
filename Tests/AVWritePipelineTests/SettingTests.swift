import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// The table of what can be set: how it is written, read and overridden.
@Suite struct SettingTests {
  /// A value of each, as a file says it; the second of two that exclude each other is in `others`.
  static let values: [String: String] = [
    "format": "mkv", "video-codec": "h264", "crf": "20.5", "speed": "slow", "tune": "film", "profile": "high",
    "max-bitrate": "4M", "multi-pass": "true", "best-effort": "true", "parallel": "segment", "keyframe-interval": "2.5",
    "max-size": "1280x720", "frame-rate": "30000/1001", "deinterlace": "true", "tone-map": "off", "cover": "front.jpg",
    "chapters": "list.txt",
    "crop": "640x480+10+20", "rotate": "90", "flip": "vertical", "pad": "16:9@#202020",
    "overlay": #"["logo.png@16,-16", "a@b.png@-0,4"]"#,
    "pixel-format": "yuv420p", "audio-codec": "aac", "audio-bitrate": "128k", "sample-rate": "44100", "channels": "2",
    "loudness": "-16", "volume": "-6dB", "fade-in": "1.5", "fade-out": "3", "speed-factor": "1.5",
    "tracks": "video:1,audio:eng", "drop": "[timecode, text]", "copy": "[subtitle]",
    "add": "[music.m4a, subs.srt:subtitle:de]",
    "metadata": #"["title=A: b", "itsk/%A9nam="]"#, "track-metadata": "[2:title=x]", "language": "[2:de, 3:pt-BR]",
    "strip-metadata": "false", "strip-location": "true", "require": #"[location, "track.1.*"]"#, "fast-start": "false",
    "fragment": "2", "chunk-duration": "0.5", "chunk-alignment": "4096", "keep-times": "true", "verify": "false",
  ]
  static let others = [
    "video-bitrate": "2500k", "size": "640x480", "max-channels": "6", "sample-format": "s24le",
  ]
  static let targets = [["target-size": "1500k"], ["target-ssim": "0.98"]]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func settings(_ text: String) throws -> Settings {
    try SettingsFile(YAMLFile(path: folder.write(text, to: "file.yaml"))).settings
  }

  @Test func `everything is written as it is read`() throws {
    #expect(
      Set(Setting.all.map(\.name)) == Set(Self.values.keys).union(Self.others.keys).union(Self.targets.flatMap(\.keys)))
    for values in [Self.values, Self.others] + Self.targets {
      let settings = try settings(values.map { "\($0.key): \($0.value)\n" }.joined())
      guard case .object(let members) = settings.json else { throw JobError(.internalError, "no object") }
      #expect(Set(members.map(\.name)) == Set(values.keys))
      #expect(try self.settings(settings.yaml) == settings)
      #expect(try self.settings(settings.json.document) == settings)
      #expect(try Schema("settings").problems(with: settings.json.document) == [])
    }
  }

  @Test func `the schema knows the same names and the same words`() throws {
    let file = Files.root.appendingPathComponent("Sources/AVWritePipeline/Schemas/settings.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let properties = try #require(schema?["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(Setting.all.map(\.name)))
    var count = 0
    for setting in Setting.all where !setting.isList && setting.form.hasPrefix("one of ") {
      let words = setting.form.dropFirst("one of ".count).components(separatedBy: ", ")
      let known = properties[setting.name]?["enum"] as? [Any]
      #expect(known?.map { "\($0)" } == words, "\(setting.name)")
      count += 1
    }
    #expect(count >= 8)
  }

  @Test func `each value is overridden, and nothing else is`() throws {
    let base = try settings(Self.values.map { "\($0.key): \($0.value)\n" }.joined())
    for (name, value) in ["speed": "fast", "sample-rate": "48000", "fast-start": "true", "require": "[chapters]"] {
      let over = try settings("\(name): \(value)")
      let result = base.overridden(by: over)
      for setting in Setting.all {
        let expected = setting.name == name ? setting.spelling(over) : setting.spelling(base)
        #expect(setting.spelling(result) == expected, "\(setting.name) after \(name)")
      }
    }
    #expect(base.overridden(by: Settings()) == base)
    #expect(Settings().overridden(by: base) == base)
  }

  @Test func `one of two that exclude each other takes the other's place`() throws {
    let result = try settings("crf: 20\nmax-size: 640x480\ndrop: [text]\ncopy: [audio]")
      .overridden(by: settings("video-bitrate: 1M\nsize: 320x240\ncopy: [text]\ndrop: [audio]"))
    #expect(result.yaml == "video-bitrate: \"1M\"\nsize: \"320x240\"\ndrop: [audio]\ncopy: [text]\n")
  }

  @Test func `items of metadata are overridden by their keys`() throws {
    let result = try settings("metadata: [title=a, artist=b]\nlanguage: [1:de, 2:en]\ntrack-metadata: [1:title=x]")
      .overridden(by: settings("metadata: [title=c]\nlanguage: [2:fr]\ntrack-metadata: [1:artist=y]"))
    #expect(result.metadata.items.map(\.value) == ["b", "c"])
    #expect(result.metadata.languages.mapValues(\.text) == [1: "de", 2: "fr"])
    #expect(result.metadata.trackItems[1]?.map(\.value) == ["x", "y"])
  }

  @Test func `another codec forgets what was said for the first`() throws {
    let preset = try settings(
      "video-codec: h264\ncrf: 20\nprofile: high\nmax-size: 640x480\naudio-codec: aac\naudio-bitrate: 96k\nchannels: 1")
    let other = preset.overridden(by: try settings("video-codec: vp9\naudio-codec: flac"))
    #expect(other.yaml == "video-codec: vp9\nmax-size: \"640x480\"\naudio-codec: flac\nchannels: 1\n")
    let copies = preset.overridden(by: try settings("video-codec: copy\naudio-codec: none"))
    #expect(copies.yaml == "video-codec: copy\naudio-codec: none\n")
    #expect(copies.contradiction == nil)
    // A matrix says a rotation without encoding.
    let turned = try settings("crop: 1:1\nrotate: 90").overridden(by: settings("video-codec: copy"))
    #expect(turned.yaml == "video-codec: copy\nrotate: 90\n" && turned.contradiction == nil)
    for problem in ["video-codec: copy\ncrop: 1:1", "video-codec: none\nrotate: 90"] {
      #expect(try settings(problem).contradiction?.contains("does not encode") == true, "\(problem)")
    }
    #expect(preset.overridden(by: try settings("video-codec: h264")) == preset)
  }

  @Test(arguments: [
    ("crf: 20\nvideo-bitrate: 4M", 2, "video-bitrate and crf exclude each other"),
    ("size: 64x64\nmax-size: 64x64", 2, "max-size and size exclude each other"),
    ("# a remark\n\ncfr: 20", 3, "cfr is not a setting"), ("force: true", 1, "force is not a setting"),
    ("crf: 20\ncrf: 21", 2, "crf is given twice"), ("crf: [20, 21]", 1, "crf must be a number"),
    ("crf:", 1, "crf must be a number"), ("sample-rate: 0", 1, "sample-rate must be a number of hertz"),
    ("fragment: 0", 1, "fragment must be a number of seconds above 0"),
    ("deinterlace: maybe", 1, "deinterlace must be true or"),
    ("rotate: 45", 1, "rotate must be one of 90, 180, 270"), ("crop: 640x480+10", 1, "crop must be WIDTHxHEIGHT or"),
    ("pad: 16:9@grey", 1, "pad must be WIDTHxHEIGHT or"), ("overlay: [logo.png]", 1, "overlay must be IMAGE@X,Y"),
    ("language: [2:de, de]", 1, "language must be N:TAG"),
    ("drop:\n  - audio\n  - smell", 2, "drop must be one of video, audio"),
    ("- crf: 20", 1, "is not a list of settings"), ("crf: 20\n- x", 2, ""),
    ("preset: [a]", 1, "preset must be one line"),
  ])
  func `what cannot be is told with its line`(text: String, line: Int, problem: String) throws {
    let error = #expect(throws: JobError.self) { try settings(text) }
    #expect(error?.code == .settingsInvalid)
    #expect(error?.exit.code == 78)
    #expect(
      error?.message.hasPrefix("\(folder.path("file.yaml")):\(line): \(problem)") == true, "\(error?.message ?? "")")
  }
}
