internal import AVWritePipeline
internal import ArgumentParser

struct ClusterTranscodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
    abstract: "Transcodes one long file on a Slurm cluster.",
    discussion: """
      All options are those of avwrite transcode, and so are its report and its exit codes. The pictures are encoded in \
      segments, as --parallel segment does, on all nodes at once; a last task joins them, encodes the sound, verifies OUT \
      and gives it its name. The bytes are those of one machine, where the nodes have processors of the same features:
      avwrite cluster transcode film.mov film.mp4 --cpus-per-task 4

      While it runs, a hidden folder lies beside OUT (.OUT.avwrite-cluster), which is the DIR of avwrite cluster status \
      and cancel. The same command, given again, goes on with its job and with the segments that are finished.
      """)

  @OptionGroup(title: "Cluster") var cluster: ClusterJobOptions
  @OptionGroup var whole: TranscodeCommand

  func validate() throws {
    if !whole.also.isEmpty {
      throw ValidationError("cluster transcode makes one file: --also is for avwrite transcode.")
    }
  }

  func run() throws {
    let run = JobRun(whole.running, replaces: whole.force)
    try run.perform { (begin) throws(JobError) in
      if whole.running.json { try Console.requireOutput() }
      let job = try whole.job(with: [])
      if !cluster.wait, !whole.running.plan {
        cluster.tell(try submit(job))
        return .complete
      }
      return try run.exit(of: job, begin: begin) { (events) throws(JobError) in
        let film = FilmRunner(try submit(job), events: events)
        return JobRun.Work(run: film.run, cancel: { film.cancel(signal: $0) }, progress: { film.progress })
      }
    }
  }

  private func submit(_ job: JobDescription) throws(JobError) -> SlurmExecutor {
    try SlurmExecutor(
      submitting: job, cluster.options(whole.required), processors: whole.running.threads, memory: whole.running.memory)
  }
}
