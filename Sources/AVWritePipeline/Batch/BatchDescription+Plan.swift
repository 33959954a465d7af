internal import Foundation

extension BatchDescription {
  /// Returns what each job would do.
  ///
  /// This reads the inputs' tables, and reads an input whole where its output may be there already. It writes nothing.
  public func outlooks() -> [JobOutlook] {
    let finished = skipsExisting ? FinishedOutputs(self) : nil
    return jobs.map { job in
      do throws(JobError) {
        return try JobOutlook(job, sparing: finished)
      } catch {
        return .refused(error)
      }
    }
  }

  /// Returns the outlooks as text for people.
  package func text(of outlooks: [JobOutlook]) -> String {
    let shortages = outlooks.flatMap(\.forecasts).shortageLines
    return zip(jobs, outlooks).map { job, outlook in outlook.text(of: job.description) }.joined(separator: "\n")
      + (shortages.isEmpty ? "" : "\n" + shortages.printableText)
  }

  /// Returns the document of `avwrite batch --plan --json`; `Schemas/plan.schema.json` describes it.
  package func document(of outlooks: [JobOutlook]) -> String {
    let entries = zip(zip(1..., jobs), outlooks).map { job, outlook in
      outlook.json(number: job.0, input: job.1.description.input)
    }
    let document: JSON = [
      "v": 1, "type": "plan", "jobs": .array(entries),
      "shortages": outlooks.flatMap(\.forecasts).shortagesJSON,
    ]
    return document.withoutNulls.document
  }
}

extension JobOutlook {
  fileprivate init(_ job: BatchJob, sparing finished: FinishedOutputs?) throws(JobError) {
    // The whole source is read only if a file exists that may have been made of it.
    let isKnown = finished.map { finished in job.description.renditions.contains(where: finished.mayHave) } ?? false
    switch try PreparedJob(job, sparing: isKnown ? finished : nil) {
    case .finished(let found, _): self = .finished(found)
    case .transcode(var description, let found):
      // The item with the key of an output's contents is left out: the key is not known for a source that was not read.
      let made = Set(description.renditions.map(\.output))
      description.renditions = job.description.renditions.filter { made.contains($0.output) }
      let replaces = try description.replacements(inMissingFolders: !job.folders.isEmpty)
      let (plans, sources) = try TranscodeJob(description).planning()
      let outputs = zip(zip(description.renditions, replaces), zip(plans, sources)).map { rendition, planned in
        Output(
          path: rendition.0.output, replaces: rendition.1, plan: planned.0,
          forecast: JobForecast.Output(rendition.0, size: planned.0.sizeForecast(of: planned.1.facts)))
      }
      self = .transcode(outputs, found: found)
    }
  }
}

extension JobDescription {
  /// Returns, for each output, whether it would replace a file.
  ///
  /// - Parameter makesFolders: true where a missing folder is made, and is no error.
  /// - Throws: `JobError` of exit 73 where an output cannot be written.
  fileprivate func replacements(inMissingFolders makesFolders: Bool) throws(JobError) -> [Bool] {
    let sources = try InputFile(path: input).identities + readIdentities
    return try renditions.map { (rendition) throws(JobError) in
      if makesFolders, stat(path: rendition.output.folder, followingLinks: true) == nil { return false }
      let destination = try Destination(path: rendition.output, replaces: rendition.replaces, sources: sources)
      return stat(path: destination.resolvedPath, followingLinks: false) != nil
    }
  }
}
