internal import AVWritePipeline
internal import ArgumentParser
internal import Synchronization

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a file.",
    discussion: """
      Pictures are shown in a window; without a display the sound plays alone, and that is said. Keys, on a terminal and \
      in the window: \(PlaybackKeys.help). Without a sound device it plays in silence, and says so. The variable \
      AVWRITE_SOUND chooses what plays: pulse, pulse:SERVER, sdl, virtual or virtual:FILE.wav, which records.
      """)

  @Argument(
    help: ArgumentHelp("The file or http(s) URL to play; '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var input: String

  @Option(help: ArgumentHelp("Begin here: seconds or hh:mm:ss.mmm.", valueName: "TIME"))
  var start: TimePoint?

  @Option(help: ArgumentHelp("Play so much.", valueName: "TIME"))
  var duration: TimePoint?

  @Option(help: ArgumentHelp("Repeat it so often; 'inf' until it is stopped.", valueName: "N"))
  var loop = PlaybackDescription.Repetition.times(0)

  @Option(help: ArgumentHelp("The speed, 0.5 to 2; the pitch stays.", valueName: "N"))
  var rate = 1.0

  @Option(help: ArgumentHelp("The volume, 0 to 100 percent.", valueName: "PERCENT"))
  var volume = 100.0

  @Option(
    help: ArgumentHelp(
      "The sound device: a sink of PulseAudio or PipeWire, 'sdl:NAME' or 'virtual'. (default: the system's)",
      valueName: "NAME"))
  var device: String?

  @Flag(
    help: """
      Show the pictures in the terminal: by the graphics of kitty or sixels where the terminal is known to have them, else \
      as coloured half blocks.
      """)
  var terminal = false

  @Flag(help: "Print events as NDJSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors alone.")
  var quiet = false

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is the name of a file.") }
    if !PlaybackDescription.rates.contains(rate) { throw ValidationError("--rate is a number from 0.5 to 2.") }
    if !PlaybackDescription.volumes.contains(volume) { throw ValidationError("--volume is a number from 0 to 100.") }
  }

  private var playback: PlaybackDescription {
    var playback = PlaybackDescription(input: input)
    (playback.start, playback.duration, playback.repetition) = (start, duration, loop)
    (playback.rate, playback.volume, playback.device) = (rate, volume, device)
    return playback
  }

  func run() throws {
    do throws(JobError) {
      if json { try Console.requireOutput() }
      try play()
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }

  private func play() throws(JobError) {
    // Before any thread exists, so that every thread leaves the signals to the watcher.
    let signals = SignalWatcher()
    let log = json ? try EventLog(descriptor: 1) : nil
    let display = PlaybackDisplay(isQuiet: quiet)
    if terminal, !display.isInteractive {
      throw JobError(.usage, "--terminal shows pictures on the standard error, which is no terminal")
    }
    let playback = Playback(playback, terminal: terminal ? display.screen() : nil) { event in
      log?.write(event)
      display.show(event)
    }
    // Keys are heard while there is something to play; what is read from the standard input has none.
    let keys = Mutex(PlaybackKeys())
    let keyboard =
      input == "-"
      ? nil
      : Keyboard(onStop: display.leaveScreen, onReturn: playback.redraw) { bytes in
        keys.withLock { $0.commands(bytes) }.forEach(playback.perform)
      }
    let questions = signals.watch(
      onInterrupt: { signal in
        if playback.cancel(signal: signal) { return }
        display.leaveScreen()
        keyboard?.close()
        JobExit.interrupted(by: signal).endProcess()
      },
      onInsistence: { signal in
        display.leaveScreen()
        keyboard?.close()
        JobExit.interrupted(by: signal).endProcess()
      }, onStatus: { display.showStatus(playback.present) })
    let resizes = terminal ? display.watchSize(playback.redraw) : nil
    let ending = withExtendedLifetime((questions, resizes)) { playback.run() }
    keyboard?.close()
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    _ = try ending.get()
  }
}
