/// Reading: the events that another process wrote, line by line.
extension JobEvent {
  /// Reads an event from the object of its line, which `Schemas/event.schema.json` describes.
  ///
  /// The event's own object is the same again, except for members of a batch and of a log (`job`, `time`). A start has
  /// its plans only in words (`JobStart.plans`).
  ///
  /// - Returns: Nil for an object of another version or type, and for one that lacks something.
  init?(reading line: JSON) {
    guard line["v"] == Self.version else { return nil }
    let line = line.ofJobAlone
    switch line["type"]?.text {
    case "start":
      guard let start = JobStart(reading: line) else { return nil }
      self = .start(start)
    case "progress":
      guard let progress = Progress(reading: line) else { return nil }
      self = .progress(progress)
    case "warning":
      guard let message = line["message"]?.text else { return nil }
      self = .warning(message)
    case "error":
      guard let error = JobError(reading: line) else { return nil }
      self = .error(error)
    case "result":
      guard let result = JobResult(reading: line) else { return nil }
      self = .result(result)
    default: return nil
    }
  }
}

extension JSON {
  /// The object without the members that a batch and a log add to a job's line.
  fileprivate var ofJobAlone: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != "job" && $0.name != "time" })
  }
}

extension Progress {
  fileprivate init?(reading line: JSON) {
    guard let fraction = line["fraction"]?.double, let frames: Int = line["frames"]?.integer(),
      let fps = line["fps"]?.double, let speed = line["speed"]?.double, let bytes: Int64 = line["bytes"]?.integer(),
      let pass: Int = line["pass"]?.integer(), let passes: Int = line["passes"]?.integer(),
      line.names?.contains("eta_s") == true
    else { return nil }
    self.init(
      fraction: fraction, frames: frames, fps: fps, speed: speed, secondsLeft: line["eta_s"]?.double, bytes: bytes,
      pass: pass, passes: passes)
  }
}

extension JobError {
  /// Reads an error from its line, or from its member of a batch's report. Returns nil if something is missing.
  ///
  /// - Parameter exit: the exit code, where the object itself has none.
  init?(reading object: JSON, exit: Int32? = nil) {
    guard let code = object["code"]?.text.flatMap(ErrorCode.init(rawValue:)), let message = object["message"]?.text,
      let exit = (object["exit"]?.integer() ?? exit).flatMap(JobExit.init(code:))
    else { return nil }
    self.init(
      code, message, hint: object["hint"]?.text, track: object["track"]?.integer(),
      at: object["at"].flatMap(ExactTime.init(reading:)))
    self.exit = exit
  }
}

extension JobResult {
  fileprivate init?(reading line: JSON) {
    let outputs = line.renditions.compactMap(Output.init(reading:))
    guard outputs.count == line.renditions.count, let seconds = line["wall_s"]?.double else { return nil }
    self.init(outputs: outputs, processorSeconds: line["cpu_s"]?.double, wallSeconds: seconds)
    // The exit code follows from the outputs. A line with another exit code was not written by this program.
    guard line["exit"]?.integer() == exit.code else { return nil }
  }
}

extension JobResult.Output {
  fileprivate init?(reading object: JSON) {
    guard let path = object["output"]?["path"]?.text, let bytes: Int64 = object["output"]?["bytes"]?.integer(),
      let verification = (object["verified"]?["by"]?.text).flatMap(FileChoice.Verification.init(rawValue:)),
      let tracks: [JobResult.Track] = object["verified"]?["tracks"]?.read(JobResult.Track.init(reading:)),
      let losses = object["lost"]?.read(Loss.init(reading:)),
      let ledger = object["ledger"].flatMap(Ledger.init(reading:))
    else { return nil }
    self.init(
      path: path, bytes: bytes, verification: verification, tracks: tracks, losses: losses, ledger: ledger,
      levelings: object["loudness"]?.read(Leveling.init(reading:)) ?? [],
      parallelism: (object["parallel"]?.text).flatMap(VideoChoice.Parallelism.init(rawValue:)),
      passes: object["passes"].flatMap(JobResult.Passes.init(reading:)))
  }
}

extension JobResult.Track {
  fileprivate init?(reading object: JSON) {
    guard let source: Int32 = object["source"]?.integer(),
      let kind = (object["kind"]?.text).flatMap(TrackKind.init(rawValue:)),
      let codec = object["codec"]?.text, let samples: Int = object["samples"]?.integer(),
      let dropped: Int = object["dropped"]?.integer(), let start = object["start"].flatMap(ExactTime.init(reading:)),
      let duration = object["duration"].flatMap(ExactTime.init(reading:))
    else { return nil }
    self.init(
      source: source, kind: kind, codec: codec, samples: samples, droppedSamples: dropped, start: start,
      duration: duration)
  }
}

extension JobResult.Passes {
  fileprivate init?(reading object: JSON) {
    guard let count: Int = object["count"]?.integer(), let bytes: Int64 = object["video_bytes"]?.integer(),
      let ssim = object["ssim"]?.double, let worst = object["worst_ssim"]?.double,
      let firstBytes: Int64 = object["first"]?["video_bytes"]?.integer(),
      let firstSSIM = object["first"]?["ssim"]?.double, let repeated: Int = object["frames_again"]?.integer(),
      let isReached = object["reached"]?.truth
    else { return nil }
    self.init(
      count: count, videoBytes: bytes, ssim: ssim, worstSSIM: worst, firstVideoBytes: firstBytes, firstSSIM: firstSSIM,
      repeatedFrames: repeated, isReached: isReached, isAtBestQuality: object["best_quality"]?.truth ?? false)
  }
}
