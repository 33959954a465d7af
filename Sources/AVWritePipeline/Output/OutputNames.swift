internal import Foundation

/// The names of the files that a command makes of one input.
struct OutputNames {
  /// The folder, with its slash, empty for the present one.
  let folder: String
  /// The beginning of each name.
  let stem: String

  /// - Parameters:
  ///   - name: the beginning of each name; nil is the input's name without its extension.
  ///   - folder: the folder; nil is the input's, and the present one for a URL and the standard input.
  ///   - path: the input as the user named it.
  init(_ name: String?, folder: String?, of input: InputFile, named path: String) {
    let isHere = path == "-" || !input.url.isFileURL
    self.folder =
      folder.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? (isHere ? "" : path.folderWithSlash)
    let last =
      switch (path, isHere) {
      case ("-", _): "input"
      case (_, true): input.url.lastPathComponent
      default: String(path.dropFirst(path.folderWithSlash.count))
      }
    let dot = last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 } ?? last.endIndex
    // A byte of a name that is no text is spelled in text, and a pattern's characters are none of a name.
    let plain = String(last[..<dot]).replacingRawBytes { "%" + $0.uppercased() }.map { "*?[]/".contains($0) ? "_" : $0 }
    stem = name ?? (plain.isEmpty ? "input" : String(plain))
  }
}
