/// A description of the parts of a file that become files of their own.
public struct ExtractionDescription: Sendable, Hashable {
  /// The form of subtitles.
  public enum TextForm: String, Sendable, Hashable, CaseIterable { case srt, vtt }

  /// The path, URL or `-` of the input.
  public var input: String
  /// The subtitles, or nil for none.
  public var subtitles: TrackSelection?
  public var textForm = TextForm.srt
  /// A Boolean value that says whether covers are written, as they are stored.
  public var covers = false
  /// A Boolean value that says whether attached files are written, as they are stored.
  public var attachments = false
  /// The folder of the files. Nil means the folder of the input, or the current folder for an input that has none.
  public var folder: String?
  /// The beginning of the names of covers and subtitles; nil is the input's name.
  public var name: String?
  /// A Boolean value that says whether existing files are replaced.
  public var replaces = false

  public init(input: String) { self.input = input }
}

/// The files that parts of a file were written to.
public struct ExtractionResult: Sendable, Hashable {
  /// One file.
  public struct File: Sendable, Hashable {
    /// The kind of part that a file was made of.
    public enum Kind: String, Sendable, Hashable { case subtitle, cover, attachment }

    public var kind: Kind
    public var path: String
    public var bytes: Int
    /// The number of the subtitle's track in the input, or nil for others.
    public var track: Int32?
    /// The styles of the subtitle that its file does not have.
    public var lost: [String] = []
  }

  /// The user's name for the input.
  public var input: String
  public var files: [File] = []
}

extension ExtractionResult {
  /// The document of `avwrite extract --json`; `Schemas/extract.schema.json` describes it.
  package var document: String {
    let object: JSON = ["v": 1, "type": "extract", "input": JSON(input), "files": .array(files.map(\.json))]
    return object.document
  }

  /// The paths of the files, one a line.
  package var text: String { files.map(\.path).printableText }

  /// The losses, a sentence each.
  package var losses: [String] {
    files.filter { !$0.lost.isEmpty }.map { "\($0.path): is without \($0.lost.joined(separator: ", "))" }
  }
}

extension ExtractionResult.File {
  fileprivate var json: JSON {
    let json: JSON = [
      "kind": JSON(kind.rawValue), "path": JSON(path), "bytes": JSON(bytes), "track": JSON(track),
      "lost": lost.isEmpty ? .null : .array(lost.map { JSON($0) }),
    ]
    return json.withoutNulls
  }
}
