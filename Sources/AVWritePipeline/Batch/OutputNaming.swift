/// The rules by which the outputs of a batch are named after its inputs.
public struct OutputNaming: Sendable, Hashable {
  /// The folder for the outputs, which are in subfolders like those of the inputs. If it is nil, each output is beside
  /// its input, or in the current folder if the input is on a server.
  public var folder: String?
  /// The text after each name, before the extension.
  public var suffix = ""
  /// A Boolean value that says whether the new extension is appended to the input's: `a.wav.m4a`.
  public var keepsExtension = false

  public init(folder: String? = nil, suffix: String = "", keepsExtension: Bool = false) {
    self.folder = folder
    self.suffix = suffix
    self.keepsExtension = keepsExtension
  }

  /// Returns the path of an input's output. A byte of the name that is no text is spelled in text: `%E9`.
  ///
  /// - Parameters:
  ///   - shared: the folder that all inputs share.
  ///   - container: the container, which gives the extension.
  func output(of input: BatchInput, below shared: SharedFolder, _ container: Container) -> String {
    let path =
      folder.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + shared.place(of: input) } ?? SharedFolder.placeBeside(input)
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[slash...]
    // A name that begins with a full stop is hidden, and has no extension for that.
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let output = path[..<slash] + name[..<(keepsExtension ? name.endIndex : dot)] + suffix + "." + container.rawValue
    return Self.text(of: String(output))
  }

  /// Returns a path in text: a byte that is no text is spelled.
  static func text(of path: String) -> String { path.replacingRawBytes { "%" + $0.uppercased() } }
}
