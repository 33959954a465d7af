internal import Foundation
internal import MediaSupport

extension BatchDescription {
  /// Removes the inputs that were found in folders and that are outputs of an earlier run.
  ///
  /// A file is one of these if it carries a key of what it was made of, and is either another job's output, or was made
  /// of another input in its folder with whose name its own begins. All files are, too, below a folder of outputs that
  /// is inside a folder of inputs.
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
    let stems = Dictionary(grouping: jobs.indices) { jobs[$0].description.input.stem }
    var sources = InputDigests()
    var kept: [BatchJob] = []
    for (place, job) in jobs.enumerated() {
      let input = resolver.resolve(job.description.input)
      let isOwn = job.root.map { root in
        let root = resolver.resolve(folder: root.isEmpty ? "." : root) + "/"
        return folders.contains { input.hasPrefix($0) && !root.hasPrefix($0) }
          || makers[input]?.contains { $0 != place } == true && ContentKey(storedIn: job.description.input) != nil
          || isMade(job.description.input, ofOneOf: stems, but: place, &sources)
      }
      if isOwn != true { kept.append(job) }
    }
    jobs = kept
  }

  /// Returns whether a file carries a key that says that it was made of another input, with whose name its own begins.
  private func isMade(
    _ file: String, ofOneOf stems: [String: [Int]], but place: Int, _ sources: inout InputDigests
  ) -> Bool {
    let stem = file.stem
    let others = stem.indices.flatMap { stems[String(stem[..<$0])] ?? [] } + (stems[stem] ?? []).filter { $0 != place }
    guard !others.isEmpty, let key = ContentKey(storedIn: file) else { return false }
    return others.contains { other in
      sources.digest(of: jobs[other].description.input).map { $0 == key.source } ?? false
    }
  }

  /// Refuses jobs that would write to the same file, or to a file that a job reads, whether it exists or not.
  ///
  /// A refused job fails before anything is written. The other jobs are run.
  public mutating func refuseSharedOutputs() {
    var folders = ResolvedFolders()
    var writers: [String: Int] = [:]
    let readPaths = Set(jobs.flatMap(\.description.readPaths)).sorted()
    let sources = Dictionary(
      readPaths.flatMap { path in InputFile.identities(of: path).map { ($0, path) } },
      uniquingKeysWith: { first, _ in first })
    // A file that another job will write has no identity yet, so inputs are compared by path, too. The order of jobs is
    // not fixed: such an input would be there only by chance.
    let awaited = Dictionary(
      readPaths.map { (folders.resolve($0), $0) }, uniquingKeysWith: { first, _ in first })
    // A job that is refused writes nothing.
    for place in jobs.indices where jobs[place].refusal == nil {
      let job = jobs[place].description
      let input = folders.resolve(job.input)
      for rendition in job.renditions where !rendition.isStream {
        let output = folders.resolve(rendition.output)
        let present = stat(path: rendition.output, followingLinks: true).map { FileIdentity($0) }
        // A job whose own input is not there says that.
        if let source = present.flatMap({ sources[$0] }) ?? (output == input ? nil : awaited[output]) {
          jobs[place].refusal = JobError(
            .outputIsInput, "\(rendition.output): the output of \(job.input) is the same file as the input \(source)",
            hint: "give outputs other names with --output-dir or --suffix")
          continue
        }
        guard let other = writers.updateValue(place, forKey: output) else { continue }
        let clash = JobError(
          .usage, "\(rendition.output): is the output of both \(jobs[other].description.input) and \(job.input)",
          hint: "--keep-extension keeps apart inputs that differ only in their extension")
        for index in [other, place] { jobs[index].refusal = jobs[index].refusal ?? clash }
      }
    }
  }
}

/// The digests of inputs. Each is made once, however many files may have been made of its input: a large input is read
/// whole for it, and a server is asked.
private struct InputDigests {
  /// The texts of the digests that could be made, by the names of their inputs.
  private var known: [String: String] = [:]

  /// Returns the text of an input's digest, or nil if it has none now. A server that fails may answer the next time.
  mutating func digest(of input: String) -> String? {
    if let digest = known[input] { return digest }
    let digest = try? InputFile(path: input).digest()?.text
    known[input] = digest
    return digest
  }
}

/// One spelling for each file, by which paths to files that are not there yet can be compared.
private struct ResolvedFolders {
  private var known: [String: String] = [:]

  mutating func resolve(_ path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return resolve(folder: folder) + "/" + name
  }

  /// Returns the path of a folder without links as far as it is there; the rest of the path stays as it is.
  mutating func resolve(folder: String) -> String {
    if let resolved = known[folder] { return resolved }
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    let resolved = url.resolvingSymlinksInPath().standardizedFileURL.path
    known[folder] = resolved
    return resolved
  }
}
