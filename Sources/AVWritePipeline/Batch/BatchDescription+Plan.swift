extension BatchDescription {
  /// What would be done in each job, or why it could not begin. Reads the inputs' tables and writes nothing.
  public func plan() -> [Result<[Plan], JobError>] {
    jobs.map { job in
      Result { () throws(JobError) in
        if let refusal = job.refusal { throw refusal }
        return try TranscodeJob(job.description).plan()
      }
    }
  }

  /// The plans for people, each job's under its input.
  package func text(of plans: [Result<[Plan], JobError>]) -> String {
    zip(jobs.map(\.description), plans).map { job, plan in
      let outputs = job.renditions.map(\.output.printable).joined(separator: ", ")
      let text =
        switch plan {
        case .success(let plans): plans.text(for: job.renditions)
        case .failure(let error): "error: \(error)\n"
        }
      return "\(job.input.printable) to \(outputs):\n\(text)"
    }.joined(separator: "\n")
  }

  /// The document of `avwrite batch --plan --json`; `Schemas/plan.schema.json` describes it.
  package func document(of plans: [Result<[Plan], JobError>]) -> String {
    let jobs = zip(zip(1..., jobs), plans).map { job, plan -> JSON in
      let head: JSON = ["job": JSON(job.0), "input": JSON(job.1.description.input)]
      switch plan {
      case .success(let plans):
        let renditions = zip(job.1.description.renditions, plans).map { rendition, plan -> JSON in
          ["output": JSON(rendition.output), "plan": plan.json]
        }
        return head.merging(JSON(renditions: renditions))
      case .failure(let error):
        return head.merging(["exit": JSON(error.exit.code), "error": error.json])
      }
    }
    let document: JSON = ["v": 1, "type": "plan", "jobs": .array(jobs)]
    return document.document
  }
}
