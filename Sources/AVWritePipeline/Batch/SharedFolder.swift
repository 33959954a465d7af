internal import Foundation

/// The longest path of a folder that all inputs of a batch share. Outputs are put into the subfolders that their inputs
/// have below it.
///
/// It is computed from paths alone, so that a file has the same subfolder however it was named: `in/a.wav`,
/// `../work/in/a.wav` or by its folder. Files on servers share a folder of their own, which may be the one of all
/// servers.
public struct SharedFolder: Sendable, Hashable {
  /// The names from the root of the file system, empty for the root itself.
  private let local: [Substring]
  /// The names from a server on, empty if there are several servers.
  private let remote: [Substring]

  public init(of inputs: some Sequence<BatchInput>) {
    var shared: [Bool: [Substring]] = [:]
    for input in inputs {
      let (names, isRemote) = Self.names(of: input)
      let folder = names.dropLast()
      let known = shared[isRemote] ?? Array(folder)
      shared[isRemote] = zip(known, folder).prefix { $0 == $1 }.map(\.0)
    }
    (local, remote) = (shared[false] ?? [], shared[true] ?? [])
  }

  /// Returns the path of an input from the shared folder.
  func place(of input: BatchInput) -> String {
    let (names, isRemote) = Self.names(of: input)
    return names.dropFirst((isRemote ? remote : local).count).joined(separator: "/")
  }

  /// Returns the path whose folder the outputs of an input go to if no folder is given: the input's own path, or its
  /// name alone if it is on a server.
  static func placeBeside(_ input: BatchInput) -> String {
    let (names, isRemote) = names(of: input)
    return isRemote ? names.suffix(1).joined() : input.path
  }

  /// Returns the names from the root of the file system, or from a server on, to a file, without `.` and `..`.
  private static func names(of input: BatchInput) -> (names: [Substring], isRemote: Bool) {
    let path = input.path
    let url = InputFile.remote(path)
    let whole =
      url?.pathFromServer ?? (path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    let names = whole.split(separator: "/").reduce(into: [Substring]()) { names, name in
      switch name {
      case ".": break
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return (names, url != nil)
  }
}

extension URL {
  /// The path from the name of the server on, without a query. If the path has no last name, it gets one.
  fileprivate var pathFromServer: String {
    let (server, path): (String, String) = (host ?? "", self.path)
    return server + (port.map { ":\($0)" } ?? "") + (path.allSatisfy { $0 == "/" } ? "/input" : path)
  }
}
