import MovieFile

extension VideoAttributes {
  /// A Boolean value that says whether the pictures have a view for each eye, the second in its own layer: MV-HEVC,
  /// whose layers `lhvC` describes and whose eyes `vexu` names (Apple, "ISO Base Media File Format and Apple HEVC
  /// Stereo Video").
  var isMultiview: Bool { hasLayers && atoms.contains { $0.type == "vexu" } }

  /// A Boolean value that says whether the pictures have layers above the first one (ISO 14496-15, 9).
  var hasLayers: Bool { atoms.contains { $0.type == "lhvC" } }
}
