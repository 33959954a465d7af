internal import Foundation
internal import MediaSupport

extension SlurmExecutor {
  /// The seconds of a share's media, at least: as much as a segment has.
  private static let shortestShare = 20.0
  /// The number of passes that the machines make, of several: the second encodes nearly all segments again, and the third
  /// those that are left to correct. After it there is next to nothing to do.
  private static let sharedPassCount = 3

  /// Submits a job whose pictures many machines encode, or finds the same job if that is on the cluster already.
  ///
  /// - Parameters:
  ///   - job: a job of one output, whose pictures can be encoded in segments.
  ///   - processors: the number of processors that a task uses, or nil for all that it has.
  ///   - memory: the memory that segments which a task encodes at once may need, or nil for most of what a machine has.
  /// - Throws: `JobError` of exit 64 for a job that cannot be parted, of 66 for a pipe whose content goes into the output,
  ///   of 69 where Slurm is not there or does not take the job, and those of the job's own plan.
  package convenience init(
    submitting job: JobDescription, _ options: ClusterOptions, processors: Int?, memory: ByteCount?
  ) throws(JobError) {
    var job = job
    guard job.renditions.count == 1, !job.renditions[0].isStream, job.input != "-" else {
      throw JobError(
        .usage, "a cluster makes one file of one file", hint: "avwrite transcode makes several, and streams")
    }
    try job.refuseAddedPipe(because: "each machine of a cluster reads what goes into the output")
    job.renditions[0].video.parallelism = .segment
    let (rendition, input) = (job.renditions[0], try InputFile(path: job.input))
    let destination = try Destination(path: rendition.output, replaces: rendition.replaces, sources: input.identities)
    let (plans, sources) = try TranscodeJob(job).planning()
    guard let mark = ClusterPlan.Film.mark(of: job.input), let whole = plans.first else {
      throw JobError(.usage, "\(job.input): a cluster needs a file that all of its machines can read")
    }
    let path = Self.absolute(destination.folder) + "/" + FileName.hidden(destination.name, ending: ".avwrite-cluster")
    let batch = BatchDescription(jobs: [BatchJob(job)])
    if let former = try Self.former(at: path, for: batch) {
      self.init(batch, former)
      return
    }
    let capacity = try Slurm().capacity(in: options.partition)
    let slots = capacity.slots(for: options)
    let parts = Int(max(1, (whole.seconds(of: sources[0].facts) ?? 0) / Self.shortestShare))
    let passCount = whole.makesPasses ? Self.sharedPassCount : 1
    // Two tasks more encode the sound and join.
    let shareCount = max(1, min(parts, slots * TaskPacking.usualTasksPerSlot, (capacity.tasks - 2) / passCount))
    // The folder is made here without keeping its lock: the machines recognise it by its key.
    let key = TranscodeJob.journalKey(of: job, rendition, from: input)
    let journal = try SegmentJournal(for: destination, key: key)
    let film = ClusterPlan.Film(
      description: job, journal: Self.absolute(journal.path), key: key, shareCount: shareCount,
      passCount: passCount, encodesSound: !whole.soundEncodedApart.isEmpty, inputSize: mark.size, inputTime: mark.time)
    let tasks =
      Array(repeating: ClusterPlan.Task(jobs: []), count: film.joiningTask)
      + [ClusterPlan.Task(jobs: [ClusterPlan.Job(number: 1, description: job)])]
    let plan = ClusterPlan(
      program: try ClusterNode.current().program, workingFolder: FileManager.default.currentDirectoryPath,
      taskCount: film.taskCount, jobCount: 1, refusals: [], slots: slots, largestArray: capacity.tasks,
      processors: processors ?? options.processors ?? 1, memory: memory?.bytes, film: film,
      stopsAtFailure: false, skipsExisting: false, options: options)
    self.init(
      batch, ClusterFolder(path: path), plan, tasks.map { $0.jobs.map(\.number) }, [], JobStart(job, plans))
    do throws(JobError) {
      try begin(tasks)
    } catch {
      if !journal.hasSegments { journal.remove() }
      throw error
    }
  }
}
