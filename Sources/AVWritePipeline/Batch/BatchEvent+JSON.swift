extension BatchEvent: LoggedEvent {
  /// The event as one JSON object, which `Schemas/event.schema.json` describes.
  package var json: JSON {
    switch self {
    case .job(let number, let event): event.json.ofJob(number)
    case .skipped(let number, let input, let outputs, let exit):
      [
        "v": 1, "type": "skipped", "job": JSON(number), "input": JSON(input),
        "outputs": .array(outputs.map { JSON($0) }), "exit": JSON(exit.code),
      ]
    case .overview(let overview): overview.json
    case .report(let report): report.json
    }
  }
}

extension JSON {
  /// Returns a job's object with the job's number after the version and the type.
  func ofJob(_ number: Int) -> JSON {
    guard case .object(var members) = self else { return self }
    members.insert(Member(name: "job", value: JSON(number)), at: 2)
    return .object(members)
  }
}

extension BatchOverview {
  /// The document of `avwrite cluster status --json` while the job runs, which is also an event.
  package var document: String { json.document }

  fileprivate var json: JSON {
    [
      "v": 1, "type": "overview", "total": JSON(total), "running": .array(running.map { JSON($0.job) }),
      "done": JSON(done), "skipped": JSON(skipped), "failed": JSON(failed), "fraction": JSON(fraction),
      "eta_s": JSON(secondsLeft),
    ]
  }
}

extension BatchReport {
  /// The document of `avwrite batch --json`, which is also its last event.
  package var document: String { json.document }

  fileprivate var json: JSON {
    let counts = JSON.object(State.allCases.map { JSON.Member(name: $0.rawValue, value: JSON(count($0))) })
    let head: JSON = ["v": 1, "type": "result", "exit": JSON(exitCode), "counts": counts]
    let jobs = zip(1..., jobs).map { number, job in job.json(number) }
    return head.merging([
      "jobs": .array(jobs), "cpu_s": JSON(processorSeconds), "wall_s": JSON(wallSeconds),
    ])
  }
}

extension BatchReport.Job {
  fileprivate func json(_ number: Int) -> JSON {
    let head: JSON = [
      "job": JSON(number), "input": JSON(input), "state": JSON(ending.state.rawValue), "exit": JSON(ending.exit.code),
    ]
    switch ending {
    case .done(let outputs, _): return head.merging(["outputs": .array(outputs.map(\.json))])
    case .skipped(let outputs, _): return head.merging(["found": .array(outputs.map { JSON($0) })])
    case .failed(let error): return head.merging(["error": error.json])
    case .notStarted: return head
    }
  }
}

extension BatchReport.Output {
  fileprivate var json: JSON { ["path": JSON(path), "bytes": JSON(bytes), "changes": JSON(changes)] }
}

extension JobError {
  /// The error as a member of an object that has the job's exit code already.
  var json: JSON {
    let object: JSON = [
      "code": JSON(code.rawValue), "message": JSON(message), "hint": JSON(hint),
    ]
    return object.withoutNulls
  }
}
