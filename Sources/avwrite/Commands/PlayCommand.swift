internal import AVWritePipeline
internal import ArgumentParser
internal import Synchronization

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", _superCommandName: Avwrite.name,
    abstract: "Plays a file.",
    discussion: """
      Shows pictures in a window and plays the sound. Without a display it plays only the sound, and without a sound \
      device only the pictures; a warning says so. Over ssh, use --terminal. A single picture without sound is shown \
      for \(Int(PlaybackDescription.pictureSeconds)) s, or for --duration.

      Keys, in the terminal and in the window: \(PlaybackKeys.help).

      AVWRITE_SOUND chooses the sound output: pulse, pulse:SERVER, sdl, virtual, or virtual:FILE.wav, which records.
      """)

  @Argument(
    help: ArgumentHelp("File or http(s) URL to play. '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var input: String

  @Option(help: ArgumentHelp("Position to start at: seconds or hh:mm:ss.mmm.", valueName: "TIME"))
  var start: TimePoint?

  @Option(help: ArgumentHelp("Length of the part to play: seconds or hh:mm:ss.mmm.", valueName: "TIME"))
  var duration: TimePoint?

  @Option(help: ArgumentHelp("Repeat N times. inf: repeat until stopped.", valueName: "N"))
  var loop = PlaybackDescription.Repetition.times(0)

  @Option(help: ArgumentHelp("Playback speed, 0.5 to 2. The pitch does not change.", valueName: "N"))
  var rate = 1.0

  @Option(help: ArgumentHelp("Volume, 0 to 100.", valueName: "PERCENT"))
  var volume = 100.0

  @Option(
    help: ArgumentHelp(
      "Sound device: a sink of PulseAudio or PipeWire, sdl:NAME or virtual. (default: the system's default device)",
      valueName: "NAME"))
  var device: String?

  @Flag(
    help: """
      Show pictures in this terminal: with kitty graphics or sixels if the terminal supports them, otherwise with \
      coloured half blocks.
      """)
  var terminal = false

  @Flag(help: "Print events as NDJSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is empty: give the name of a file.") }
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
    // The watcher is made before any thread exists, so that every thread leaves the signals to it.
    let signals = SignalWatcher()
    let jobs = JobControl()
    let log = json ? try EventLog(descriptor: 1) : nil
    let display = PlaybackDisplay(isQuiet: quiet)
    if terminal, !display.isInteractive {
      throw JobError(
        .usage,
        "--terminal needs a terminal: the standard error is not one, or TERM is 'dumb'")
    }
    let playback = Playback(playback, terminal: terminal ? display.screen() : nil) { event in
      log?.write(event)
      display.show(event)
    }
    // Keys are read while the media plays. If the media is read from the standard input, no keys can be read there.
    let keys = Mutex(PlaybackKeys())
    let keyboard = Keyboard(readsKeys: input != "-", onLoss: { jobs?.lookAgain() }) { bytes in
      keys.withLock { $0.commands(bytes) }.forEach(playback.perform)
    }
    if jobs != nil { display.guardTerminal() }
    let questions = signals.watch(
      onInterrupt: { signal in
        if playback.cancel(signal: signal) { return }
        display.suspend()
        keyboard?.close()
        JobExit.interrupted(by: signal).endProcess()
      },
      onInsistence: { signal in
        display.suspendAtOnce()
        keyboard?.close()
        JobExit.interrupted(by: signal).endProcess()
      }, onStatus: { display.showStatus(playback.present) })
    jobs?.watch(
      onStop: {
        display.suspend()
        keyboard?.release()
      },
      onReturn: {
        keyboard?.take()
        display.resume()
        playback.redraw()
      },
      onResize: {
        display.redraw()
        playback.redraw()
      })
    let ending = withExtendedLifetime((questions, jobs)) { playback.run() }
    jobs?.close()
    keyboard?.close()
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    _ = try ending.get()
  }
}
