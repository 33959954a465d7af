internal import AVWritePipeline
internal import ArgumentParser

/// The settings of an output, without its name: the options that presets and files of settings have, too.
///
/// Each command declares these groups itself. In a group of their own, they would be read four times as often for each
/// level of nesting: a debug build of ArgumentParser checks each group whenever it meets it, which took a second.
protocol SettingsOptions {
  var preset: PresetOptions { get }
  var video: VideoOptions { get }
  var audio: AudioOptions { get }
  var tracks: TrackOptions { get }
  var metadata: MetadataOptions { get }
  var required: RequirementOptions { get }
  var file: FileOptions { get }
  var force: Bool { get }
}

extension SettingsOptions {
  /// Returns the rendition of the preset's settings, overridden by those of the options. Parts of the preset that are
  /// not supported are reported to the user.
  ///
  /// - Parameter output: the name of the output. Its extension determines the container if no option does.
  /// - Throws: `JobError` of exit 64 for settings that contradict each other, and of 78 for a preset that is not valid.
  func rendition(to output: String) throws(JobError) -> Rendition {
    let chosen = try preset.chosen()
    if let chosen, !chosen.ignored.isEmpty {
      Console.warn(
        "\(chosen.name): these settings are not supported and were ignored: \(chosen.ignored.joined(separator: ", "))")
    }
    let settings = (chosen?.settings ?? Settings()).named(output).overridden(by: said)
    if let contradiction = settings.contradiction { throw JobError(.usage, contradiction) }
    // The outputs of a batch have no names yet.
    if let container = settings.format ?? Container(fileName: output),
      let idle = said.idleOption(of: settings, in: container)
    {
      throw JobError(.usage, idle)
    }
    var rendition = Rendition(output: output, settings: settings)
    rendition.replaces = force
    rendition.options = said.optionNames
    rendition.describingPaths = chosen?.files ?? []
    return rendition
  }

  /// The settings of the options alone.
  private var said: Settings {
    var settings = Settings()
    settings.format = file.format
    settings.video = video.choice
    settings.audio = audio.choice
    settings.fades = video.fades
    settings.speedFactor = video.speedFactor
    settings.tracks = tracks.tracks
    settings.drops = Set(tracks.drop)
    settings.copies = Set(tracks.copy)
    settings.additions = tracks.add
    settings.metadata = metadata.choice
    settings.file = file.choice
    settings.requirements = required.requirements
    return settings
  }
}
