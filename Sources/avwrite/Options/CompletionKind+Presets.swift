internal import AVWritePipeline
internal import ArgumentParser

extension CompletionKind {
  /// The names of all presets, the user's own included, which are read when a shell completes.
  static var presets: CompletionKind {
    .custom { _, _, _ in PresetCatalog().all().presets.map(\.name) }
  }
}
