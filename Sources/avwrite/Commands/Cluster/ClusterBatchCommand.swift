internal import AVWritePipeline
internal import ArgumentParser

struct ClusterBatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Transcodes many files on a Slurm cluster.",
    discussion: """
      All options are those of avwrite batch, and so are its outputs, its report and its exit codes:
      avwrite cluster batch recordings --output-dir web --max-size 1280x720 --cpus-per-task 4

      The jobs are packed into tasks of about the same work. While they run, a hidden folder lies in the folder of the \
      outputs (.avwrite-cluster-…), which is the DIR of avwrite cluster status and cancel. The same command, given \
      again, goes on with its job.

      --workers and --threads are those of each task. --time is Slurm's limit; the part of the input is chosen with \
      --start, --end and --duration.
      """)

  @OptionGroup(title: "Cluster") var cluster: ClusterJobOptions
  @OptionGroup var whole: BatchCommand

  func run() throws {
    let code: Int32
    var hasBegun = false
    do throws(JobError) {
      if whole.running.json || whole.running.plan { try Console.requireOutput() }
      let batch = try whole.batch()
      if whole.running.plan {
        code = whole.printPlan(of: batch)
      } else if cluster.wait {
        code = try transcode(batch) { hasBegun = true }
      } else {
        let job = try submit(batch)
        cluster.tell(job)
        code = JobExit.complete.code
      }
    } catch {
      Console.complain(error, printsDocument: whole.running.json && !hasBegun)
      throw ExitCode(error.exit.code)
    }
    if code != JobExit.complete.code { throw ExitCode(code) }
  }

  private func submit(_ batch: BatchDescription) throws(JobError) -> SlurmExecutor {
    try SlurmExecutor(
      submitting: batch, cluster.options(whole.required), processors: whole.running.threads,
      memory: whole.running.memory, in: whole.outputs.outputDir ?? ".")
  }

  /// - Parameter begin: a closure that is called once the job has a report of its own.
  private func transcode(_ batch: BatchDescription, begin: () -> Void) throws(JobError) -> Int32 {
    var job: SlurmExecutor?
    let code = try whole.transcode(batch) { (events) throws(JobError) in
      let submitted = try submit(batch)
      job = submitted
      begin()
      return BatchRunner(on: submitted, events: events)
    }
    job?.remove()
    if let failure = job?.failure { throw failure }
    return code
  }
}
