import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct PlaybackTests {
  private static let levels = [
    PlaybackStatus.Level(average: -30, peak: -6), PlaybackStatus.Level(average: -160, peak: -160),
  ]
  private static let state = PlaybackStatus(
    activity: .playing, place: ExactTime(value: 61_999, scale: 1000), end: ExactTime(value: 3605, scale: 1), volume: 80,
    isMuted: false, rate: 1.1, levels: levels)

  // MARK: Keys

  @Test(arguments: [
    (" ", [PlaybackCommand.togglePause]), ("m", [.toggleMute]), ("[", [.changeRate(-0.1)]), ("]", [.changeRate(0.1)]),
    ("q", [.quit]), (".,f", [.step(1), .step(-1), .toggleFullScreen]), ("v", [.nextSubtitles]),
    ("\u{1B}[A\u{1B}[B", [.changeVolume(5), .changeVolume(-5)]),
    ("\u{1B}[C\u{1B}[D", [.skip(5), .skip(-5)]),
    ("\u{1B}OC", [.skip(5)]), ("\u{1B}[1;5C", [.skip(5)]), ("\u{1B}[3~q", [.quit]), ("\u{1B}\u{1B}[C", [.skip(5)]),
    ("x\n\t\0", []), ("\u{1B}q ", [.quit, .togglePause]), ("é ", [.togglePause]),
  ])
  func `keys are commands, however their bytes arrive`(_ text: String, _ commands: [PlaybackCommand]) {
    var keys = PlaybackKeys()
    #expect(keys.commands(text.utf8) == commands)
    var slow = PlaybackKeys()
    #expect(text.utf8.flatMap { slow.commands([$0]) } == commands)
  }

  /// A key that answers the first that is shown would otherwise begin what it was to pause.
  @Test func `what is told of a start is told while it plays`() async throws {
    try await bounded {
      var sound = PlaybackDescription(input: Files.fixture("speech.wav"))
      (sound.repetition, sound.device) = (.endless, "virtual")
      let screen = TerminalScreen(
        form: .halfBlocks(.all), size: { TerminalSize(columns: 80, rows: 24) }, draw: { _ in })
      let told = Mutex<[PlaybackStatus.Activity?]>([])
      let current = Mutex<Playback?>(nil)
      let playback = Playback(sound, terminal: screen) { event in
        guard case .warning = event, let playback = current.withLock({ $0 }) else { return }
        told.withLock { $0.append(playback.present?.activity) }
        _ = playback.cancel(signal: SIGINT)
      }
      current.withLock { $0 = playback }
      _ = playback.run()
      current.withLock { $0 = nil }
      #expect(told.withLock { $0 } == [.playing])
    }
  }

  /// The first picture is on the screen before the rest of the media is ready to play.
  @Test func `a key that answers the first picture is not lost`() async throws {
    try await bounded {
      var movie = PlaybackDescription(input: Files.fixture("h264-one-frame.mov"))
      movie.duration = TimePoint(argument: "600")
      let current = Mutex<Playback?>(nil)
      let isAnswered = Mutex(false)
      let screen = TerminalScreen(form: .halfBlocks(.all), size: { TerminalSize(columns: 80, rows: 24) }) { _ in
        let isFirst = isAnswered.withLock { isAnswered in
          defer { isAnswered = true }
          return !isAnswered
        }
        if isFirst { current.withLock { $0 }?.perform(.togglePause) }
      }
      let told = Mutex<[PlaybackStatus.Activity]>([])
      let playback = Playback(movie, terminal: screen) { event in
        guard case .state(let status) = event, let playback = current.withLock({ $0 }) else { return }
        told.withLock { $0.append(status.activity) }
        playback.perform(.quit)
      }
      current.withLock { $0 = playback }
      _ = playback.run()
      current.withLock { $0 = nil }
      #expect(told.withLock { $0.first } == .paused)
    }
  }

  // MARK: The line

  @Test func `the line has time, length, levels, volume and speed`() {
    #expect(
      PlaybackLine(width: 80).text(Self.state)
        == "playing 01:01 / 1:00:05  [=========      |  ] [                  ]  80 %  1.1x")
    var state = Self.state
    (state.activity, state.isMuted) = (.paused, true)
    #expect(PlaybackLine(width: nil).text(state) == "paused  01:01 / 1:00:05  muted  1.1x")
    (state.activity, state.end) = (.waiting, nil)
    #expect(PlaybackLine(width: nil).text(state) == "waiting 01:01  muted  1.1x")
  }

  @Test(arguments: [0, 1, 9, 20, 40, 41, 60, 80, 200], [0, 1, 2, 6])
  func `the line fits its terminal`(width: Int, channels: Int) {
    var state = Self.state
    state.levels = (0..<channels).map { PlaybackStatus.Level(average: Double(-$0 * 10), peak: 0) }
    #expect(PlaybackLine(width: width).text(state).count <= max(0, width - 1))
    state.hasPictures = true
    #expect(PlaybackLine(width: width).text(state).count <= max(0, width - 1))
  }

  @Test func `the line of pictures has a bar of the time`() throws {
    var state = Self.state
    (state.hasPictures, state.start) = (true, ExactTime(value: 5, scale: 1))
    for (seconds, share) in [(5, 0.0), (905, 0.25), (1805, 0.5), (3605, 1), (4000, 1)] {
      state.place = ExactTime(value: Int64(seconds), scale: 1)
      let text = PlaybackLine(width: 71).text(state)
      #expect(text.count == 70, "\(text)")
      let bar = try #require(text.split(separator: "[").last?.split(separator: "]").first)
      let mark = min(bar.count - 1, Int(Double(bar.count) * share))
      #expect(
        bar.count > 20
          && bar == String(repeating: "=", count: mark) + "|" + String(repeating: " ", count: bar.count - 1 - mark))
    }
  }

  // MARK: The part

  @Test func `a part is of times, and has a length`() throws {
    var playback = PlaybackDescription(input: "a.wav")
    #expect(try playback.range().start == .zero)
    playback.start = TimePoint(argument: "1:02.5")
    playback.duration = TimePoint(argument: "3")
    let range = try playback.range()
    #expect(range.start.seconds == 62.5 && range.duration.seconds == 3)
    for (start, duration) in [("01:02:03:04", nil), (nil, "0"), (nil, "00:00:00:01")] {
      playback.start = start.flatMap { TimePoint(argument: $0) }
      playback.duration = duration.flatMap { TimePoint(argument: $0) }
      #expect(throws: JobError.self) { try playback.range() }
    }
  }

  @Test(arguments: [("0", PlaybackDescription.Repetition.times(0)), ("3", .times(3)), ("inf", .endless)])
  func `repetitions are read as they are written`(text: String, repetition: PlaybackDescription.Repetition) {
    #expect(PlaybackDescription.Repetition(argument: text) == repetition)
    #expect("\(repetition)" == text)
  }

  @Test(arguments: ["-1", "", "x", "1.5", "99999999999999999999"])
  func `other texts are no repetitions`(text: String) {
    #expect(PlaybackDescription.Repetition(argument: text) == nil)
  }

  // MARK: Events

  @Test func `every event is valid by its schema`() throws {
    let schema = try Schema("playback")
    let start = PlaybackStart(
      input: "a \"quoted\"\n.wav", sound: PlaybackStart.Sound(codec: "lpcm", sampleRate: 48000, channels: 2),
      start: .zero, duration: ExactTime(value: 1, scale: 3),
      device: PlaybackDevice(identifier: "virtual", name: "virtual device", isSilent: true))
    var movie = start
    movie.picture = PlaybackStart.Picture(codec: "avc1", width: 1920, height: 1080, place: .terminal)
    var silent = movie
    (silent.sound, silent.device, silent.duration) = (nil, nil, nil)
    var waiting = Self.state
    waiting.activity = .waiting
    let result = PlaybackResult(isComplete: true, place: .zero, underruns: 0, starvedFrames: 0)
    var seen = result
    seen.shownPictures = 5
    let error = JobError(.deviceMissing, "none", hint: "some", track: 1, at: .zero)
    let events: [PlaybackEvent] = [
      .start(start), .start(movie), .start(silent), .state(Self.state), .state(waiting), .warning("a"), .error(error),
      .error(.interrupted(by: 2)), .result(result), .result(seen),
    ]
    for event in events { #expect(try schema.problems(with: event.json.line) == []) }
  }

  @Test func `a sound of which its file states nothing is valid by the schema`() throws {
    let sound = PlaybackStart.Sound(try CMFormatDescription(mediaType: .audio, mediaSubType: .opus))
    #expect(sound == PlaybackStart.Sound(codec: "opus", sampleRate: 1, channels: 1))
  }
}
