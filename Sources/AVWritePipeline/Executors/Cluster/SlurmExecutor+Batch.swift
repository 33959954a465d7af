internal import Foundation
internal import MediaSupport

extension SlurmExecutor {
  /// Submits a batch, or finds the job of the same batch if that is on the cluster already.
  ///
  /// - Parameters:
  ///   - batch: the jobs, no two of which write to one file (`refuseSharedOutputs`).
  ///   - processors: the number of processors that a task uses, or nil for all that it has.
  ///   - place: the folder in which the job's own folder is made. All machines share it.
  /// - Throws: `JobError` of exit 69 where Slurm is not there or does not take the job, and of 66, 73 or 74 for the
  ///   folder.
  package convenience init(
    submitting batch: BatchDescription, _ options: ClusterOptions, processors: Int?, memory: ByteCount?,
    in place: String
  ) throws(JobError) {
    let path = Self.folder(of: batch, in: place)
    if let former = try Self.former(at: path, for: batch) {
      self.init(batch, former)
      return
    }
    let capacity = try Slurm().capacity(in: options.partition)
    let slots = capacity.slots(for: options)
    let numbered = zip(1..., batch.jobs).map { ClusterPlan.Job(number: $0, description: $1.description) }
    let places = batch.jobs.indices.filter { batch.jobs[$0].refusal == nil }
    let packing = TaskPacking(works: batch.works(of: places), slots: slots)
    let tasks = packing.tasks.map { task in ClusterPlan.Task(jobs: task.map { numbered[places[$0]] }) }
    let plan = ClusterPlan(
      program: try ClusterNode.current().program, workingFolder: FileManager.default.currentDirectoryPath,
      taskCount: tasks.count, jobCount: batch.jobs.count,
      refusals: zip(numbered, batch.jobs).compactMap { job, whole in whole.refusal.map { .init(job, $0) } },
      slots: slots, largestArray: capacity.tasks, workers: batch.workers,
      processors: processors ?? options.processors ?? 1, memory: memory?.bytes, stopsAtFailure: batch.stopsAtFailure,
      skipsExisting: batch.skipsExisting, options: options)
    self.init(batch, ClusterFolder(path: path), plan, tasks.map { $0.jobs.map(\.number) }, [])
    try begin(tasks)
  }

  /// Returns the path of a batch's folder: the same for the same jobs, so that the same command finds its job again.
  private static func folder(of batch: BatchDescription, in place: String) -> String {
    var digest = ContentDigest()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for job in batch.jobs {
      Array((try? encoder.encode(job.description)) ?? Data()).withUnsafeBytes { digest.update($0) }
    }
    return absolute(place.isEmpty ? "." : place) + "/.avwrite-cluster-" + digest.text.prefix(digitCount)
  }

  /// The number of digits in a folder's name.
  private static let digitCount = 16
}
