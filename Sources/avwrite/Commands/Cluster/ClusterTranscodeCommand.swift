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
    let (whole, running) = (whole, whole.running)
    var exit = JobExit.complete
    var hasBegun = false
    do throws(JobError) {
      if running.json || running.plan { try Console.requireOutput() }
      let job = try whole.job(with: [])
      if running.plan { return try whole.printPlan(of: job) }
      if cluster.wait {
        exit = try transcode(job) { hasBegun = true }
      } else {
        cluster.tell(try submit(job))
      }
    } catch {
      Console.complain(error)
      if running.json, !hasBegun { Console.deliver(failure: error) }
      throw ExitCode(error.exit.code)
    }
    if exit != .complete { throw ExitCode(exit.code) }
  }

  private func submit(_ job: JobDescription) throws(JobError) -> SlurmExecutor {
    try SlurmExecutor(
      submitting: job, cluster.options(whole.required), processors: whole.running.threads, memory: whole.running.memory)
  }

  /// - Parameter begin: a closure that is called once the job has a document of its own.
  private func transcode(_ job: JobDescription, begin: () -> Void) throws(JobError) -> JobExit {
    try whole.transcode(job) { (events) throws(JobError) in
      let film = FilmRunner(try submit(job), events: events)
      begin()
      return TranscodeCommand.Running(
        run: film.run, cancel: { film.cancel(signal: $0) }, progress: { film.progress })
    }
  }
}
