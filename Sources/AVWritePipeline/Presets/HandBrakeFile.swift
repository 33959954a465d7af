internal import YAML

/// A file of presets that HandBrake exported, or its own list: JSON of nested folders.
struct HandBrakeFile {
  let presets: [Preset]

  /// - Returns: Nil for another kind of file.
  /// - Throws: `JobError` of exit 78 where a preset has no name, or asks for something impossible.
  init?(_ file: YAMLFile) throws(JobError) {
    // An export has a version beside its list of presets; HandBrake's own file is the list alone.
    guard let roots = (file.root["PresetList"] ?? file.root).elements, roots.first?["PresetName"] != nil else {
      return nil
    }
    var presets: [Preset] = []
    for leaf in roots.flatMap(Self.leaves) {
      guard let fields = leaf.entries, let name = leaf["PresetName"]?.text else {
        throw file.error("a HandBrake preset has no PresetName", at: leaf)
      }
      let translation = HandBrakeTranslation(fields)
      var preset = Preset(name, translation.summary, .file(file.path)) { $0 = translation.settings }
      preset.ignored = translation.ignored
      presets.append(preset)
    }
    self.presets = presets
  }

  /// Returns the presets of a folder and its folders, or a preset itself.
  private static func leaves(of node: YAMLNode) -> [YAMLNode] {
    guard node["Folder"]?.text == "true", let children = node["ChildrenArray"]?.elements else { return [node] }
    return children.flatMap(leaves)
  }
}
