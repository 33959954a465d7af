internal import ArgumentParser

/// The arguments after an `--also`: an output and its own options.
struct AlsoOptions: ParsableArguments, RenditionOptions {
  @Argument var output: String

  @OptionGroup var preset: PresetOptions
  @OptionGroup var video: VideoOptions
  @OptionGroup var audio: AudioOptions
  @OptionGroup var tracks: TrackOptions
  @OptionGroup var metadata: MetadataOptions
  @OptionGroup var required: RequirementOptions
  @OptionGroup var file: FileOptions

  @Flag var force = false

  // The options of these groups apply to the whole job, even if they are written after an `--also`.
  @OptionGroup var time: TimeOptions
  @OptionGroup var running: RunningOptions

  func validate() throws { try requireOutput() }

  /// Returns the renditions in the arguments after the first `--also`: each an OUT with options of its own.
  ///
  /// - Throws: `ValidationError`.
  static func renditions(in arguments: [String]) throws -> [AlsoOptions] {
    guard !arguments.isEmpty else { return [] }
    return try arguments.split(separator: "--also", omittingEmptySubsequences: false).map { part in
      do {
        return try parse(Array(part))
      } catch {
        throw ValidationError("--also \(part.first ?? "OUT"): \(message(for: error))")
      }
    }
  }
}
