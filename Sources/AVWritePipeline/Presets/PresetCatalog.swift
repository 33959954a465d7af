public import Foundation

/// A catalog of all presets: those of this build, those with Apple's names, and the user's files.
///
/// A file `NAME.yaml` in the user's folder is the preset NAME, and replaces a built-in preset of that name. A file
/// `.json` there has presets of HandBrake, under their own names.
public struct PresetCatalog: Sendable {
  /// The user's folder, or nil if there is none.
  private let folder: String?

  /// Makes the catalog of a user. Files are read when a preset is asked for.
  ///
  /// - Parameter environment: the variables that name the user's folder: `$XDG_CONFIG_HOME/avwrite`, or
  ///   `~/.config/avwrite`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    // An empty or relative path counts as none (XDG Base Directory Specification).
    if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") {
      folder = configuration + "/avwrite"
    } else {
      folder = environment["HOME"].map { $0 + "/.config/avwrite" }
    }
  }

  /// Returns the preset of a name.
  ///
  /// - Throws: `JobError` of exit 78 where there is no such preset, or its file is not valid.
  public func preset(named name: String) throws(JobError) -> Preset { try preset(named: name, sparing: []) }

  /// Returns the settings of a preset and a file together. The file overrides the preset.
  ///
  /// - Parameters:
  ///   - name: the name of a preset; the file's own base when nil.
  ///   - path: the path of a file of settings, or of one preset of HandBrake's.
  /// - Throws: `JobError` of exit 78.
  public func preset(named name: String?, with path: String) throws(JobError) -> Preset {
    let presets = try presets(inFile: path, base: name, sparing: [])
    guard presets.count == 1 else {
      let names = presets.map(\.name).joined(separator: ", ")
      throw JobError(
        .settingsInvalid, "\(path): has \(presets.isEmpty ? "no preset" : "several presets: \(names)")",
        hint: folder.map { "put the file in \($0), then give its name with --preset" })
    }
    return presets[0]
  }

  /// Returns all presets, and the errors of those of the user's files that are not valid.
  public func all() -> (presets: [Preset], problems: [JobError]) {
    var (presets, problems) = (Preset.builtIn + Preset.apple, [JobError]())
    for path in files {
      do throws(JobError) {
        let own = try self.presets(inOwnFile: path, sparing: [])
        presets.removeAll { preset in own.contains { $0.name == preset.name } }
        presets += own
      } catch {
        problems.append(error)
      }
    }
    return (presets, problems)
  }

  /// Returns the preset of a name.
  ///
  /// - Parameter users: the files that build on this preset, and so cannot be it.
  private func preset(named name: String, sparing users: [String]) throws(JobError) -> Preset {
    if let path = file(named: name), !users.contains(path) {
      guard let preset = try presets(inOwnFile: path, sparing: users).first else {
        throw JobError(.settingsInvalid, "\(path): contains no preset")
      }
      return preset
    }
    if let preset = Preset.builtIn.first(where: { $0.name == name }) ?? Preset.apple(named: name) { return preset }
    for path in files where path.hasSuffix(".json") {
      if let preset = try presets(inOwnFile: path, sparing: users).first(where: { $0.name == name }) {
        return preset
      }
    }
    if let path = file(named: name), let start = users.firstIndex(of: path) {
      let circle = users[start...].map(Self.title(of:)) + [name]
      throw JobError(.settingsInvalid, "\(path): preset \(name) builds on itself: \(circle.joined(separator: ", "))")
    }
    throw JobError(
      .presetUnknown, "there is no preset \(name)\(name.doubt(among: Preset.builtIn.map(\.name)))",
      hint: "avwrite presets lists all presets")
  }

  /// Returns the presets of a file in the user's folder, which is read though nobody named it.
  private func presets(inOwnFile path: String, sparing users: [String]) throws(JobError) -> [Preset] {
    // The opening of a named pipe would wait for its writer.
    if let status = stat(path: path, followingLinks: true), !status.isRegularFile {
      throw JobError(.settingsInvalid, "\(path): is not a regular file")
    }
    return try presets(inFile: path, base: nil, sparing: users)
  }

  private func presets(inFile path: String, base name: String?, sparing users: [String]) throws(JobError) -> [Preset] {
    let contents = try YAMLFile(path: path)
    let presets =
      if let file = try HandBrakeFile(contents) {
        file.presets
      } else {
        [try preset(in: contents, base: name, sparing: users)]
      }
    for preset in presets {
      guard let contradiction = preset.settings.contradiction else { continue }
      throw JobError(.settingsInvalid, "\(path): \(contradiction)")
    }
    return presets
  }

  private func preset(
    in contents: YAMLFile, base name: String?, sparing users: [String]
  ) throws(JobError) -> Preset {
    let file = try SettingsFile(contents)
    let path = contents.path
    let base = try (name ?? file.base).map { (name) throws(JobError) in
      try preset(named: name, sparing: users + [path])
    }
    var whole = Preset(Self.title(of: path), file.summary ?? base?.summary ?? "settings of \(path)", .file(path)) {
      $0 = (base?.settings ?? Settings()).overridden(by: file.settings)
    }
    whole.files += base?.files ?? []
    return whole
  }

  /// Returns the name of the preset of a file.
  private static func title(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// Returns the user's file for a preset, or nil if there is none.
  private func file(named name: String) -> String? {
    files.first { path in ["yaml", "yml"].contains { path.hasSuffix("/\(name).\($0)") } }
  }

  /// The paths of the user's files, in the order of their names.
  private var files: [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.sorted().filter { name in [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) }
      .map { "\(folder)/\($0)" }
  }
}
