extension JobEvent: LoggedEvent {
  /// The version of the objects' shape. A change that could break a reader raises it.
  static let version: JSON = 1

  /// The event as one JSON object; `Schemas/event.schema.json` describes it.
  package var json: JSON {
    switch self {
    case .start(let start): start.line
    case .progress(let progress):
      [
        "v": Self.version, "type": "progress", "fraction": JSON(progress.fraction), "frames": JSON(progress.frames),
        "fps": JSON(progress.fps), "speed": JSON(progress.speed),
        "eta_s": JSON(progress.secondsLeft), "bytes": JSON(progress.bytes),
        "pass": JSON(progress.pass), "passes": JSON(progress.passes),
      ]
    case .warning(let message): ["v": Self.version, "type": "warning", "message": JSON(message)]
    case .error(let error): Self.json(error)
    case .result(let result): Self.json(result)
    }
  }

  private static func json(_ error: JobError) -> JSON {
    let object: JSON = [
      "v": version, "type": "error", "code": JSON(error.code.rawValue), "exit": JSON(error.exit.code),
      "message": JSON(error.message), "track": JSON(error.track),
      "at": JSON(error.at), "hint": JSON(error.hint),
    ]
    return object.withoutNulls
  }

  private static func json(_ result: JobResult) -> JSON {
    let head: JSON = ["v": version, "type": "result", "exit": JSON(result.exit.code)]
    let times: JSON = [
      "cpu_s": JSON(result.processorSeconds), "wall_s": JSON(result.wallSeconds),
    ]
    return head.merging(JSON(renditions: result.outputs.map(\.json))).merging(times.withoutNulls)
  }
}

extension JobResult.Output {
  fileprivate var json: JSON {
    let tracks = tracks.map { track -> JSON in
      [
        "source": JSON(track.source), "kind": JSON(track.kind.rawValue), "codec": JSON(track.codec),
        "samples": JSON(track.samples), "dropped": JSON(track.droppedSamples), "start": JSON(track.start),
        "duration": JSON(track.duration),
      ]
    }
    let object: JSON = [
      "output": ["path": JSON(path), "bytes": JSON(bytes)],
      "verified": ["by": JSON(verification.rawValue), "tracks": .array(tracks)], "lost": .array(losses.map(\.json)),
      "ledger": ledger.json, "loudness": levelings.isEmpty ? .null : .array(levelings.map(\.json)),
      "parallel": JSON(parallelism?.rawValue), "passes": passes.map(\.json) ?? .null,
    ]
    return object.withoutNulls
  }
}

extension JobResult.Passes {
  fileprivate var json: JSON {
    let object: JSON = [
      "count": JSON(count), "video_bytes": JSON(videoBytes), "ssim": JSON(ssim), "worst_ssim": JSON(worstSSIM),
      "first": ["video_bytes": JSON(firstVideoBytes), "ssim": JSON(firstSSIM)], "frames_again": JSON(repeatedFrames),
      "reached": isReached ? true : false, "best_quality": isAtBestQuality ? true : .null,
    ]
    return object.withoutNulls
  }
}

extension Leveling {
  fileprivate var json: JSON {
    let object: JSON = [
      "track": JSON(track), "target": JSON(target), "measured": JSON(measured),
      "true_peak": JSON(truePeak), "gain": JSON(gain), "reached": JSON(reached),
    ]
    return object.withoutNulls
  }
}
