package import CoreMedia
package import MediaSupport

/// A file's sound, or a part of it: the first track that can be decoded.
package struct SoundFile: Sendable {
  package let content: any AssetContent
  package let track: SourceTrack
  /// The format of the coded sound.
  package let description: CMFormatDescription
  /// The part of the file that is played. Its start is not negative, and it may have no end.
  let range: CMTimeRange
  /// The length of the part in seconds, as the container states it.
  package let duration: Double
  /// The speakers that the channels are for.
  package let layout: ChannelLayout
  /// The speakers to which the channels are mixed if the format changes in mid-stream. It is `nil` if the decoder does
  /// not know the speakers of its output, so that a mix would be wrong.
  let channelMask: UInt64?
  /// The treatment of the sound in a mix; `nil` for unchanged sound.
  package var treatment: SoundTreatment?

  /// The whole of a file.
  package static let wholeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)

  /// - Parameters:
  ///   - wanted: the track; `nil` for the first one that can be decoded.
  ///   - range: the part of the file that is played. Its start is not negative.
  /// - Throws: `MediaError`: it cannot be read or recognised, or has no sound that this build decodes.
  package init(
    _ content: any AssetContent, track wanted: SourceTrack? = nil, range: CMTimeRange = Self.wholeRange
  ) throws {
    let information = try content.load()
    let sounds = wanted.map { [$0] } ?? information.tracks.filter { $0.mediaType == .audio }
    guard let track = sounds.first(where: { $0.isEnabled && $0.isDecodable }) ?? sounds.first(where: \.isDecodable),
      let description = track.formatDescriptions.first
    else {
      throw sounds.isEmpty
        ? MediaError(.unsupportedSettings, .opening, "there is no sound to play")
        : MediaError(.decoderNotFound, .opening, "there is no decoder for its sound")
    }
    self.content = content
    self.track = track
    self.description = description
    self.range = range
    // A wait for a server could not be cancelled here, so remote sound is not decoded.
    let decoded =
      content.isLocal ? content.makeSession(onDamage: .endsReading).decodedSpeakers(of: track) : nil
    layout = track.speakers(decodedAs: decoded)
    channelMask = decoded == nil || layout.mask == 0 ? nil : layout.mask
    let end = CMTimeMinimum(track.timeRange.end, range.end)
    duration = max(0, end.isNumeric ? (end - range.start).seconds : 0)
  }

  /// The number of frames in a second, in Hz, as the file states it.
  package var sampleRate: Int { max(1, track.sampleRate) }
}
