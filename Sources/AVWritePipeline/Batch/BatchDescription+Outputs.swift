internal import Foundation

extension BatchDescription {
  /// Leaves out what was found in folders and is no input, because an earlier run of this batch made it: files that carry
  /// what they were made of and are another job's output, and all below a folder of outputs that lies in a folder of inputs.
  public mutating func leaveOutOwnOutputs() {
    var resolver = ResolvedFolders()
    var makers: [String: Set<Int>] = [:]
    var folders: Set<String> = []
    for (place, job) in jobs.enumerated() {
      for rendition in job.description.renditions {
        makers[resolver.resolve(rendition.output), default: []].insert(place)
      }
      folders.formUnion(job.folders.map { resolver.resolve(folder: $0) + "/" })
    }
    var kept: [BatchJob] = []
    for (place, job) in jobs.enumerated() {
      let input = resolver.resolve(job.description.input)
      let isOwn = job.root.map { root in
        let root = resolver.resolve(folder: root.isEmpty ? "." : root) + "/"
        return folders.contains { input.hasPrefix($0) && !root.hasPrefix($0) }
          || makers[input]?.contains { $0 != place } == true && ContentKey(storedIn: job.description.input) != nil
      }
      if isOwn != true { kept.append(job) }
    }
    jobs = kept
  }

  /// Refuses a batch of which two jobs would write one file, or one would write what another reads.
  ///
  /// - Throws: `JobError` of exit 64 or 73, before anything is written.
  public func requireOwnOutputs() throws(JobError) {
    var folders = ResolvedFolders()
    var writers: [String: JobDescription] = [:]
    let sources = Dictionary(
      jobs.compactMap { job in
        stat(path: job.description.input, followingLinks: true).map { (FileIdentity($0), job.description.input) }
      }, uniquingKeysWith: { first, _ in first })
    // One that is refused writes nothing.
    for job in jobs.filter({ $0.refusal == nil }).map(\.description) {
      for rendition in job.renditions where !rendition.isStream {
        if let present = stat(path: rendition.output, followingLinks: true), let source = sources[FileIdentity(present)]
        {
          throw JobError(
            .outputIsInput, "\(rendition.output): the output of \(job.input) is the input \(source)",
            hint: "--output-dir or --suffix gives outputs other names")
        }
        if let other = writers.updateValue(job, forKey: folders.resolve(rendition.output)) {
          throw JobError(
            .usage, "\(rendition.output): would be the output of \(other.input) and of \(job.input)",
            hint: "--output-dir keeps the folders of inputs apart")
        }
      }
    }
  }
}

/// Which files paths lead to that are not there yet: one spelling for each.
private struct ResolvedFolders {
  private var known: [String: String] = [:]

  mutating func resolve(_ path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return resolve(folder: folder) + "/" + name
  }

  /// As much of it as is there without links, and the rest as it is.
  mutating func resolve(folder: String) -> String {
    if let resolved = known[folder] { return resolved }
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    let resolved = url.resolvingSymlinksInPath().standardizedFileURL.path
    known[folder] = resolved
    return resolved
  }
}
