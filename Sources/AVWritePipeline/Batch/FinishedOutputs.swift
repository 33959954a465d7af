internal import Foundation
internal import Synchronization

/// The outputs that are there from an earlier run, by what they were made of. May be used from any thread.
final class FinishedOutputs: Sendable {
  /// The outputs of the batch itself, which are looked at by their names.
  private let own: Set<String>
  private let state = Mutex(State())

  private struct State {
    /// Other files by their keys, in folders that were looked at; each stands for one output.
    var renamed: [Place: [ContentKey: [String]]] = [:]
    /// The names of inputs' folders, without extensions.
    var stems: [String: Set<String>] = [:]
  }

  private struct Place: Hashable {
    var folder: String
    var fileExtension: String

    /// Where the output of a rendition would be.
    init(_ rendition: Rendition) {
      folder = rendition.output.folderWithSlash
      fileExtension = (rendition.output as NSString).pathExtension
    }
  }

  init(_ batch: BatchDescription) {
    own = Set(batch.jobs.flatMap { $0.description.renditions.map(\.output) })
  }

  /// Whether something is there that may be the output of a rendition, whatever it is made of.
  func mayHave(_ rendition: Rendition) -> Bool {
    if stat(path: rendition.output, followingLinks: true) != nil { return true }
    let place = Place(rendition)
    return state.withLock { state in
      let files = state.renamed[place] ?? look(in: place)
      state.renamed[place] = files
      return !files.isEmpty
    }
  }

  /// Where the output of a rendition is complete: under its name, or under one of its folder that is no other's.
  func find(_ key: ContentKey, of rendition: Rendition, from input: String) -> String? {
    let output = rendition.output
    if stat(path: output, followingLinks: true)?.isRegularFile == true {
      return ContentKey(storedIn: output) == key ? output : nil
    }
    let place = Place(rendition)
    return state.withLock { state in
      var files = state.renamed[place] ?? look(in: place)
      defer { state.renamed[place] = files }
      guard let found = files[key]?.lastIndex(where: { !isOfNeighbour($0, output, input, &state) }) else { return nil }
      return files[key]?.remove(at: found)
    }
  }

  /// Whether a file is what another input beside this one became, which has the same content.
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
