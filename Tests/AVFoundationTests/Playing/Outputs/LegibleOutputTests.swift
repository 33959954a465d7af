import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing
import TimedText

@testable import AVFoundation

/// The texts of an item, each at its time.
@Suite struct LegibleOutputTests {
  /// Keeps what it is told.
  final class Client: NSObject, AVPlayerItemLegibleOutputPushDelegate {
    struct Call: Sendable, Equatable {
      var texts: [String]
      /// The codings of the samples that came as they are.
      var native: [UInt32] = []
      var time: Double
    }

    /// Sendable: attributed strings do not change.
    struct Strings: @unchecked Sendable {
      var all: [NSAttributedString] = []
    }

    let calls = Mutex<[Call]>([])
    let last = Mutex(Strings())
    let flushes = Mutex(0)

    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
      let native = nativeSamples.compactMap { ($0 as? CMSampleBuffer)?.formatDescription?.mediaSubType.rawValue }
      let time = (itemTime.seconds * 100).rounded() / 100
      let strings = Strings(all: strings)
      last.withLock { $0 = strings }
      calls.withLock { $0.append(Call(texts: strings.all.map(\.string), native: native, time: time)) }
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes.withLock { $0 += 1 } }

    var told: [Call] { calls.withLock { $0 } }
  }

  private static let queue = DispatchQueue(label: "clients")
  private static let sentence = "Every picture keeps its own time."
  private static let signs = "Ä café, 你好, 🎬"
  /// The calls for the subtitles of the fixtures.
  static let expected = [
    Client.Call(texts: [sentence], time: 0.2), Client.Call(texts: [], time: 0.9),
    Client.Call(texts: [signs], time: 1), Client.Call(texts: [], time: 1.4),
  ]

  private func client(
    of stepped: SteppedPlayer, native: [UInt32] = [], advance: Double = 0
  ) -> (Client, AVPlayerItemLegibleOutput) {
    let client = Client()
    let output = AVPlayerItemLegibleOutput(
      mediaSubtypesForNativeRepresentation: native.map { NSNumber(value: $0) })
    output.advanceIntervalForDelegateInvocation = advance
    output.setDelegate(client, queue: Self.queue)
    stepped.item.add(output)
    return (client, output)
  }

  @Test(arguments: ["h264-flac-srt.mkv", "h264-two-audio.mp4", "many-facts.mov"])
  func `PI-89: texts come when they are shown, and nothing when they end`(name: String) async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture(name))
      let (client, output) = client(of: stepped)
      #expect(output.delegate === client && output.textStylingResolution == .default)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { ended.count > 0 }
      try stepped.device.wait { client.told.count >= 4 }
      #expect(client.told == Self.expected)
    }
  }

  @Test(arguments: ["h264-flac-srt.mkv", "h264-two-audio.mp4"])
  func `PI-89: texts of a film on a server come at their times too, and nothing comes twice for them`(name: String)
    async throws
  {
    try await bounded {
      let fixture = MediaFiles.fixture(name)
      let server = try MediaServer(fixture.deletingLastPathComponent(), manner: .ranges)
      let stepped = SteppedPlayer(server.url(name))
      let (client, _) = client(of: stepped)
      let ended = stepped.countEnds()
      try stepped.waitUntilReady()
      try stepped.device.wait { stepped.item.isPlaybackBufferFull }
      try stepped.play()
      try stepped.step { ended.count > 0 }
      try stepped.device.wait { client.told.count >= 4 }
      #expect(client.told == Self.expected)
      let size = try #require(try fixture.resourceValues(forKeys: [.fileSizeKey]).fileSize)
      #expect(stepped.item.accessLog()?.events.first?.numberOfBytesTransferred == Int64(size))
    }
  }

  @Test func `PI-92, PI-87: texts are given ahead, and again behind a seek`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-flac-srt.mkv"))
      let (client, output) = client(of: stepped, advance: 0.5)
      try stepped.waitUntilReady()
      try stepped.device.wait { client.told == Array(Self.expected.prefix(1)) }
      try stepped.seek(to: CMTime(value: 11, timescale: 10))
      try stepped.device.wait { client.told.count == 3 }
      #expect(client.flushes.withLock { $0 } == 1)
      #expect(client.told[1].texts == [Self.signs] && client.told[1].time == 1.1)
      #expect(client.told[2] == Self.expected[3])
      output.advanceIntervalForDelegateInvocation = 100
      try stepped.seek(to: .zero)
      try stepped.device.wait { client.told.count == 7 }
      #expect(Array(client.told.suffix(4)) == Self.expected)
    }
  }

  @Test
  func `PI-89: the codings that are named come as samples, and others that are named are no error`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-two-audio.mp4"))
      let timedText = kCMTextFormatType_3GText
      let (client, _) = client(of: stepped, native: [timedText, 0x7774_7674], advance: 60)
      let (other, _) = self.client(of: stepped, native: [0x7774_7674], advance: 60)
      try stepped.waitUntilReady()
      try stepped.device.wait { client.told.count == 4 && other.told.count == 4 }
      #expect(client.told.map(\.native) == [[timedText], [], [timedText], []])
      #expect(client.told.map(\.texts) == [[], [], [], []])
      #expect(other.told == Self.expected)
    }
  }

  @Test func `PI-89: another track, or none, takes the texts' place at once`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-flac-srt.mkv"))
      let (client, _) = client(of: stepped)
      try stepped.waitUntilReady()
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { client.told.count == 1 }
      #expect(stepped.item.textTracks.count == 1)
      #expect(stepped.item.textTrackNumber == 1)
      stepped.item.showNextTextTrack()
      #expect(stepped.item.textTrackNumber == nil, "behind the only one there is none")
      try stepped.device.wait { client.told.count == 2 }
      #expect(client.told[1].texts.isEmpty)
      stepped.item.showNextTextTrack()
      #expect(stepped.item.textTrackNumber == 1)
      try stepped.device.wait { client.told.count == 3 }
      #expect(client.told.map(\.texts) == [[Self.sentence], [], [Self.sentence]])
      // Chapters are no texts to show.
      let chapters = AVPlayerItem(url: MediaFiles.fixture("h264-two-audio.mp4"))
      #expect(chapters.textTracks.count == 0, "none is known before it is ready")
    }
  }

  @Test func `PI-80: an item that leaves its player shows no text, and shows it again when it is back`() async throws {
    try await bounded {
      let stepped = SteppedPlayer(MediaFiles.fixture("h264-flac-srt.mkv"))
      let (client, _) = client(of: stepped)
      try stepped.waitUntilReady()
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { client.told.map(\.texts) == [[Self.sentence]] }
      stepped.player.replaceCurrentItem(with: nil)
      try stepped.device.wait { client.told.map(\.texts) == [[Self.sentence], []] }
      stepped.player.replaceCurrentItem(with: stepped.item)
      try stepped.device.wait { client.told.count == 3 }
      #expect(client.told[2] == Client.Call(texts: [Self.sentence], time: 0.5), "where it was")
    }
  }

  @Test func `PI-89: bold, italic, underlined, colours and places are attributes`() throws {
    func string(_ form: TextForm, _ source: String, _ cue: WebVTTCue = WebVTTCue()) -> NSAttributedString {
      var text = form.text(of: Array(source.utf8))
      text.cue = cue
      return NSAttributedString(text)
    }
    func value(_ string: NSAttributedString, _ place: Int, _ key: CFString) -> Any? {
      string.attributes(at: place, effectiveRange: nil)[NSAttributedString.Key(rawValue: String(describing: key))]
    }
    let subRip = string(.subRip, "{\\an8}a<b>b</b><font color=\"#ff8000\">c</font>")
    #expect(subRip.string == "abc")
    #expect(value(subRip, 0, kCMTextMarkupAttribute_BoldStyle) == nil)
    #expect(TextMarkup.flag(value(subRip, 1, kCMTextMarkupAttribute_BoldStyle)))
    #expect(
      TextMarkup.color(value(subRip, 2, kCMTextMarkupAttribute_ForegroundColorARGB))
        == TextColor(red: 255, green: 128, blue: 0))
    let line = kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection
    #expect(TextMarkup.number(value(subRip, 0, line)) == 0)
    let settings = "line:10% position:25%,line-left align:start size:50% vertical:rl"
    let webVTT = string(.webVTT, "<i>x</i><u>y</u>", WebVTTCue(settings: settings))
    #expect(TextMarkup.flag(value(webVTT, 0, kCMTextMarkupAttribute_ItalicStyle)))
    #expect(TextMarkup.flag(value(webVTT, 1, kCMTextMarkupAttribute_UnderlineStyle)))
    #expect(TextMarkup.number(value(webVTT, 0, line)) == 10)
    let position = kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection
    #expect(TextMarkup.number(value(webVTT, 0, position)) == 25)
    #expect(TextMarkup.number(value(webVTT, 0, kCMTextMarkupAttribute_WritingDirectionSizePercentage)) == 50)
    #expect(
      TextMarkup.text(value(webVTT, 0, kCMTextMarkupAttribute_Alignment))
        == String(describing: kCMTextMarkupAlignmentType_Start))
    #expect(
      TextMarkup.text(value(webVTT, 0, kCMTextMarkupAttribute_VerticalLayout))
        == String(describing: kCMTextVerticalLayout_RightToLeft))
  }

  private static func rule(_ key: CFString, _ value: Any, _ selector: String? = nil) throws -> AVTextStyleRule {
    try #require(AVTextStyleRule(textMarkupAttributes: [String(describing: key): value], textSelector: selector))
  }

  @Test func `PI-56: rules say what a text leaves out, the first before the others`() throws {
    let rules = [
      try Self.rule(kCMTextMarkupAttribute_ForegroundColorARGB, [1.0, 0.0, 1.0, 0.0]),
      try Self.rule(kCMTextMarkupAttribute_ForegroundColorARGB, [1.0, 0.0, 0.0, 1.0]),
      try Self.rule(kCMTextMarkupAttribute_UnderlineStyle, true, "b"),
      try Self.rule(kCMTextMarkupAttribute_ItalicStyle, true, ".class"),
    ]
    let text = NSAttributedString(
      TextForm.webVTT.text(of: Array("a<b>b</b><c.red>c</c>".utf8)), rules: rules)
    func value(_ place: Int, _ key: CFString) -> Any? {
      text.attributes(at: place, effectiveRange: nil)[NSAttributedString.Key(rawValue: String(describing: key))]
    }
    let colors = (0..<3).map { TextMarkup.color(value($0, kCMTextMarkupAttribute_ForegroundColorARGB)) }
    let green = TextColor(red: 0, green: 255, blue: 0)
    #expect(colors == [green, green, TextColor(red: 255, green: 0, blue: 0)])
    #expect((0..<3).map { TextMarkup.flag(value($0, kCMTextMarkupAttribute_UnderlineStyle)) } == [false, true, false])
    #expect(value(0, kCMTextMarkupAttribute_ItalicStyle) == nil)
  }

  @Test func `PI-56: a rule takes no attribute that there is not, and is stored and read again`() throws {
    #expect(AVTextStyleRule(textMarkupAttributes: ["NSColor": 1]) == nil)
    for (key, value) in [
      (kCMTextMarkupAttribute_ForegroundColorARGB, [1.0, 0.5] as Any),
      (kCMTextMarkupAttribute_ForegroundColorARGB, [1.0, 2.0, 0.0, 0.0]), (kCMTextMarkupAttribute_Alignment, "left"),
      (kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight, 101),
      (kCMTextMarkupAttribute_FontFamilyName, 5),
    ] {
      #expect(AVTextStyleRule(textMarkupAttributes: [String(describing: key): value]) == nil, "\(key)")
    }
    let rules = [
      try Self.rule(kCMTextMarkupAttribute_ForegroundColorARGB, [1.0, 0.25, 0.5, 0.0]),
      try Self.rule(kCMTextMarkupAttribute_FontFamilyName, "DejaVu Sans", "i"),
      try Self.rule(kCMTextMarkupAttribute_Alignment, kCMTextMarkupAlignmentType_Left),
    ]
    let list = AVTextStyleRule.propertyList(for: rules)
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let stored = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let read = try #require(AVTextStyleRule.textStyleRules(fromPropertyList: stored))
    #expect(read.map(\.textSelector) == [nil, "i", nil])
    #expect(
      TextMarkup.color(read[0].textMarkupAttributes[String(describing: kCMTextMarkupAttribute_ForegroundColorARGB)])
        == TextColor(red: 64, green: 128, blue: 0))
    #expect(AVTextStyleRule.textStyleRules(fromPropertyList: ["a"]) == nil)
    #expect(AVTextStyleRule.textStyleRules(fromPropertyList: [["TextMarkupAttributes": ["x": 1]]]) == nil)
    let item = AVPlayerItem(url: MediaFiles.fixture("h264-aac.mov"))
    #expect(item.textStyleRules == nil)
    item.textStyleRules = rules
    #expect((item.copy() as? AVPlayerItem)?.textStyleRules == rules, "PI-06")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no WebVTT is played")), arguments: ["webm", "mkv"])
  func `PI-56: rules are for WebVTT in files, and for no other form`(container: String) async throws {
    let folder = try TemporaryFolder()
    let cues = "WEBVTT\n\n00:00.100 --> 00:00.900 line:10% align:start\nHello\n\n"
    let source = try folder.write(cues, to: "in.vtt")
    let path = folder.path("out.\(container)")
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "color=s=32x32:r=5:d=1", "-i", source, "-map", "0:v", "-map", "1:s", "-c:v"]
        + ["libvpx-vp9", "-deadline", "realtime", "-c:s", container == "webm" ? "copy" : "srt", path])
    try await bounded {
      let stepped = SteppedPlayer(URL(fileURLWithPath: path))
      stepped.item.textStyleRules = [try Self.rule(kCMTextMarkupAttribute_BoldStyle, true)]
      let (client, _) = client(of: stepped)
      try stepped.waitUntilReady()
      try stepped.seek(to: CMTime(value: 1, timescale: 2))
      try stepped.device.wait { client.told.map(\.texts) == [["Hello"]] }
      let string = try #require(client.last.withLock { $0.all.first })
      let attributes = string.attributes(at: 0, effectiveRange: nil)
      func value(_ key: CFString) -> Any? { attributes[NSAttributedString.Key(rawValue: String(describing: key))] }
      #expect(TextMarkup.flag(value(kCMTextMarkupAttribute_BoldStyle)) == (container == "webm"))
      let line = kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection
      #expect(TextMarkup.number(value(line)) == (container == "webm" ? 10 : nil))
    }
  }
}
