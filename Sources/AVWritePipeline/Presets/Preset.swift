/// Settings with a name.
public struct Preset: Sendable, Hashable {
  /// The origin of a preset.
  public enum Origin: Sendable, Hashable {
    case builtIn
    /// One of Apple's `AVAssetExportPreset…` names.
    case apple
    /// A file of the user's, by its path.
    case file(String)
  }

  public var name: String
  /// One sentence without its full stop.
  public var summary: String
  public var origin: Origin
  public var settings: Settings
  /// The parts of its file that are not done, each with its name there.
  public var ignored: [String] = []
  /// The paths of the files that it was read from: its own, and those of the presets that it begins with.
  public internal(set) var files: [String] = []

  init(_ name: String, _ summary: String, _ origin: Origin = .builtIn, _ describe: (inout Settings) -> Void) {
    self.name = name
    self.summary = summary
    self.origin = origin
    if case .file(let path) = origin { files = [path] }
    settings = Settings()
    describe(&settings)
  }
}
