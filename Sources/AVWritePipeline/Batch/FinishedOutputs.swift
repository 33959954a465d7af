internal import Foundation
internal import Synchronization

/// The existing outputs of earlier runs, by the keys of what they were made of. It may be used from any thread.
final class FinishedOutputs: Sendable {
  /// The outputs of the batch itself, which are looked for by their names.
  private let own: Set<String>
  private let state = Mutex(State())

  private struct State {
    /// Other files by their keys, in folders that were searched. Each of them is used for at most one output.
    var renamed: [Place: [ContentKey: [String]]] = [:]
    /// The names without extensions of the files in the inputs' folders, by folder.
    var stems: [String: Set<String>] = [:]
  }

  private struct Place: Hashable {
    var folder: String
    var fileExtension: String

    /// Creates the place in which the output of a rendition would be.
    init(_ rendition: Rendition) {
      folder = rendition.output.folderWithSlash
      fileExtension = (rendition.output as NSString).pathExtension
    }
  }

  /// - Parameter neighbours: the outputs of other parts of the same batch, which belong to their jobs.
  init(_ batch: BatchDescription, beside neighbours: Set<String> = []) {
    own = neighbours.union(batch.jobs.flatMap { $0.description.renditions.map(\.output) })
  }

  /// Returns whether a file exists that may be the output of a rendition, whatever it was made of.
  func mayHave(_ rendition: Rendition) -> Bool {
    if stat(path: rendition.output, followingLinks: true) != nil { return true }
    let place = Place(rendition)
    return state.withLock { state in
      let files = state.renamed[place] ?? look(in: place)
      state.renamed[place] = files
      return !files.isEmpty
    }
  }

  /// Returns the path of a rendition's complete output: its own path, or that of another file in its folder that
  /// belongs to no other rendition. It is nil if there is none.
  func find(_ key: ContentKey, of rendition: Rendition, from input: String) -> String? {
    let output = rendition.output
    if stat(path: output, followingLinks: true)?.isRegularFile == true {
      return ContentKey(storedIn: output) == key && Self.isWhole(output) ? output : nil
    }
    while let found = takeRenamed(key, of: rendition, from: input) { if Self.isWhole(found) { return found } }
    return nil
  }

  /// Returns whether a file has all that its tables say. A file that was cut since it was made has its key still.
  private static func isWhole(_ path: String) -> Bool {
    (try? FileVerification(path, decodes: false).run())?.problems.isEmpty == true
  }

  /// Claims a file that has a rendition's key under another name, and returns its path, or nil if there is none.
  private func takeRenamed(_ key: ContentKey, of rendition: Rendition, from input: String) -> String? {
    let (place, output) = (Place(rendition), rendition.output)
    return state.withLock { state in
      var files = state.renamed[place] ?? look(in: place)
      defer { state.renamed[place] = files }
      guard let found = files[key]?.lastIndex(where: { !isOfNeighbour($0, output, input, &state) }) else { return nil }
      return files[key]?.remove(at: found)
    }
  }

  /// Returns whether a file was made of another input in this one's folder, which has the same content.
  private func isOfNeighbour(_ file: String, _ output: String, _ input: String, _ state: inout State) -> Bool {
    let folder = input.folder
    let neighbours = state.stems[folder] ?? Set(((try? Folder.names(in: folder)) ?? []).map(\.stem))
    state.stems[folder] = neighbours
    let suffix = output.stem.hasPrefix(input.stem) ? output.stem.dropFirst(input.stem.count) : ""
    let stem = file.stem.hasSuffix(suffix) ? String(file.stem.dropLast(suffix.count)) : file.stem
    return stem != input.stem && neighbours.contains(stem)
  }

  private func look(in place: Place) -> [ContentKey: [String]] {
    let names = (try? Folder.names(in: place.folder.isEmpty ? "." : place.folder)) ?? []
    var files: [ContentKey: [String]] = [:]
    for name in names.reversed() where (name as NSString).pathExtension == place.fileExtension {
      let path = place.folder + name
      guard !name.hasRawBytes, !own.contains(path), let key = ContentKey(storedIn: path) else { continue }
      files[key, default: []].append(path)
    }
    return files
  }
}

extension String {
  /// The name of a file without its extension, as outputs are named.
  var stem: String {
    OutputNaming.text(of: ((self as NSString).lastPathComponent as NSString).deletingPathExtension)
  }
}
