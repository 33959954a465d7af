/// One output of a job, and its settings.
@dynamicMemberLookup
public struct Rendition: Sendable, Hashable, Codable {
  public var output: String
  /// A Boolean value that says whether an existing output is replaced. No preset can set it.
  public var replaces = false
  public var settings: Settings
  /// The options that were given for this output, and not by a preset, without their dashes. A warning names those that
  /// have no effect on the source.
  public var options: [String] = []
  /// The paths of the files that describe the output: presets, files of settings, and lists and files of jobs. No job
  /// writes to one of them.
  public var describingPaths: [String] = []

  public init(output: String, settings: Settings = Settings()) {
    self.output = output
    self.settings = settings
  }

  /// A Boolean value that says whether the output is the standard output.
  public var isStream: Bool { output == String.pathOfStandardOutput }

  /// The name of the output in sentences.
  var name: String { output.outputName }

  /// A part of the settings.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Settings, Part>) -> Part {
    get { settings[keyPath: part] }
    set { settings[keyPath: part] = newValue }
  }
}
