import AVFoundation
import TestSupport
import Testing

@testable import AVWritePipeline

/// The level over time, and how volumes, fades, additions and speeds are written.
@Suite struct EditingTests {
  private func fades(in fadeIn: Double?, out fadeOut: Double?, of seconds: Int64 = 10) -> Fades {
    var fades = Fades(
      start: ExactTime(value: 2, scale: 1), end: ExactTime(value: 2 + seconds, scale: 1), choice: FadeChoice())
    (fades.choice.fadeIn, fades.choice.fadeOut) = (fadeIn, fadeOut)
    return fades
  }

  @Test(arguments: [(2.0, 4.0), (nil, 4), (2, nil), (6, 8), (20, nil), (nil, 20), (5, 5)] as [(Double?, Double?)])
  func `the ramps are the level that the definition says`(lengths: (Double?, Double?)) throws {
    let fades = fades(in: lengths.0, out: lengths.1)
    let ramps = fades.ramps
    #expect(ramps.count == [lengths.0, lengths.1].count { $0 != nil })
    for tick in 0...100 {
      let time = 2 + Double(tick) / 10
      let rise = lengths.0.map { (time - 2) / $0 } ?? 1
      let fall = lengths.1.map { (12 - time) / $0 } ?? 1
      #expect(abs(fades.level(at: time) - min(rise, fall, 1)) < 1e-12)
      // The ramp that began last counts; before the first it is that one's start.
      let ramp = ramps.last { $0.range.start.seconds <= time } ?? ramps[0]
      let share = min(1, max(0, (time - ramp.range.start.seconds) / ramp.range.duration.seconds))
      #expect(abs(ramp.from + (ramp.to - ramp.from) * share - fades.level(at: time)) < 1e-6, "\(time)")
    }
  }

  @Test func `outside of the output there is neither picture nor sound`() {
    let fades = fades(in: 1, out: 1)
    #expect(fades.level(at: 1.9) == 0 && fades.level(at: 12.1) == 0)
    #expect(fades.text == "faded in for 1 s and out for 1 s")
  }

  @Test(arguments: [
    ("-6dB", -6.0), ("+3dB", 3), ("0.5db", 0.5), ("-.5DB", -0.5), ("-100dB", -100), ("40dB", 40), ("-6", nil),
    ("0.5", nil), ("50%", nil), ("dB", nil), ("--6dB", nil), ("+-6dB", nil), ("1e1dB", nil), ("41dB", nil),
    ("-101dB", nil), ("nandB", nil), ("-6 dB", nil), ("", nil),
  ])
  func `a volume is a number of decibels with its unit`(text: String, value: Double?) {
    #expect(Decibels(argument: text)?.value == value)
  }

  @Test(arguments: [
    ("fade-in: 1\nvideo-codec: copy", "--fade-in cannot fade video that is copied: leave out --video-codec copy"),
    ("fade-out: 1\ncopy: [video]", "--fade-out cannot fade video that is copied: leave out --copy video"),
    ("fade-in: 1\nfade-out: 1\naudio-codec: copy", "--fade-in and --fade-out cannot fade audio that is copied"),
    ("fade-in: 1\ncopy: [audio]", "cannot fade audio that is copied: leave out --copy audio, or give --drop audio"),
    ("fade-in: 1\naudio-codec: copy\ndrop: [audio]", nil), ("fade-in: 1\ncopy: [subtitle]", nil),
    ("fade-in: 1\nvideo-codec: none", nil),
  ])
  func `what is copied cannot be faded`(text: String, problem: String?) throws {
    let folder = try TemporaryFolder()
    let settings = try SettingsFile(YAMLFile(path: folder.write(text, to: "file.yaml"))).settings
    guard let problem else {
      #expect(settings.contradiction == nil)
      return
    }
    #expect(settings.contradiction?.contains(problem) == true, "\(settings.contradiction ?? "")")
  }

  @Test func `a preset's fades are forgotten where the command line copies`() throws {
    var preset = Settings()
    preset.fades.fadeIn = 1
    var copy = Settings()
    copy.audio.codec = .copy
    #expect(preset.overridden(by: copy).fades.isNone)
    copy.fades.fadeOut = 2
    #expect(preset.overridden(by: copy).contradiction != nil)
  }

  @Test(
    arguments: [
      ("music.m4a", "music.m4a", nil, nil), ("music.m4a:audio", "music.m4a", .audio, nil),
      ("subs.srt:subtitle:pt-BR", "subs.srt", .subtitle, "pt-BR"), ("a:b.mkv:audio:de", "a:b.mkv", .audio, "de"),
      ("http://host:80/x.m4a:audio", "http://host:80/x.m4a", .audio, nil), ("a:smell", "a:smell", nil, nil),
      ("a:audio:no language", "a:audio:no language", nil, nil),
    ] as [(String, String, TrackKind?, String?)])
  func `an addition is a file, a kind and a language`(
    text: String, path: String, kind: TrackKind?, language: String?
  ) throws {
    let addition = try #require(AddedTracks(argument: text))
    #expect(addition.path == path && addition.kind == kind && addition.language?.text == language)
    #expect(addition.text == text && AddedTracks(argument: addition.text) == addition)
  }

  @Test(arguments: ["", "-", ":audio", "-:audio"])
  func `an addition has a file`(text: String) { #expect(AddedTracks(argument: text) == nil) }

  @Test(
    arguments: [
      ("1.5", "1.5"), ("2", "2"), ("0.25", "0.25"), ("25/24", "25/24"), ("30/20", "1.5"), ("1.001", "1.001"),
      ("4.1", nil), ("0.2", nil), ("0", nil), ("-1", nil), ("1/0", nil), ("fast", nil), ("", nil),
    ] as [(String, String?)])
  func `a factor of speed is a decimal number or a fraction`(text: String, spelling: String?) {
    #expect(SpeedFactor(argument: text)?.text == spelling)
  }

  @Test func `times at another speed are exact, as far as a time scale holds them`() throws {
    let factor = try #require(SpeedFactor(argument: "1.5"))
    #expect(factor.scaled(ExactTime(value: 1001, scale: 30_000)) == ExactTime(value: 1001, scale: 45_000))
    #expect(factor.scaled(ExactTime(value: 0, scale: 600)).seconds == 0)
    let odd = try #require(SpeedFactor(argument: "1.234567891"))
    let time = ExactTime(value: 1_000_000_007, scale: 1_000_000_009)
    #expect(abs(odd.scaled(time).seconds - time.seconds / odd.value) < 1e-9)
    #expect(odd.scaled(ExactTime(value: .max, scale: 1)).value > 0)
  }
}
