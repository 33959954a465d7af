internal import AVWritePipeline
internal import ArgumentParser

/// One output and what is wanted of it: the command's own, and what stands behind each `--also`.
struct RenditionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The file to write; its extension names the container. '-' is the standard output, with --format.",
      valueName: "OUT"))
  var output: String

  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Audio") var audio: AudioOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Requirements") var required: RequirementOptions
  @OptionGroup(title: "File") var file: FileOptions

  func validate() throws {
    if output.isEmpty { throw ValidationError("OUT is the name of a file.") }
  }

  var rendition: Rendition {
    var rendition = Rendition(output: output)
    rendition.format = file.format
    rendition.video = video.choice
    rendition.audio = audio.choice
    rendition.tracks = tracks.tracks
    rendition.drops = Set(tracks.drop)
    rendition.copies = Set(tracks.copy)
    rendition.metadata = metadata.choice
    rendition.file = file.choice
    rendition.requirements = required.requirements
    return rendition
  }
}

extension RenditionOptions {
  /// The renditions in what stands behind the first `--also`: each an OUT with options of its own.
  ///
  /// - Throws: `ValidationError`.
  static func renditions(in arguments: [String]) throws -> [RenditionOptions] {
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
