package import CoreMedia
import MediaSupport

/// A file's sound: the first track of it that can be decoded.
package struct SoundFile: Sendable {
  package let content: any AssetContent
  package let track: SourceTrack
  /// The format of the coded sound.
  package let description: CMFormatDescription
  /// The length in seconds, as the container states it.
  package let duration: Double

  /// - Throws: `MediaError`: it cannot be read or recognised, or has no sound that this build decodes.
  package init(_ content: any AssetContent) throws {
    let information = try content.load()
    let sounds = information.tracks.filter { $0.mediaType == .audio }
    guard let track = sounds.first(where: { $0.isEnabled && $0.isDecodable }) ?? sounds.first(where: \.isDecodable),
      let description = track.formatDescriptions.first
    else {
      throw sounds.isEmpty
        ? MediaError(.unsupportedSettings, .opening, "there is no sound in it to play")
        : MediaError(.decoderNotFound, .opening, "there is no decoder for its sound")
    }
    self.content = content
    self.track = track
    self.description = description
    duration = max(0, track.timeRange.end.isNumeric ? track.timeRange.end.seconds : 0)
  }

  /// Which speakers the channels are for.
  var layout: SpeakerLayout {
    let count = max(1, Int(description.audioStreamBasicDescription?.mChannelsPerFrame ?? 1))
    let stated = description.audioChannelLayout.flatMap { SpeakerLayout($0) }
    return stated.flatMap { $0.count == count ? $0 : nil } ?? .default(count: count)
  }
}
