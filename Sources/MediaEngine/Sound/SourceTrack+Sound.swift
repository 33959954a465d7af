import CoreMedia
import MediaInterop
import MediaSupport

extension SourceTrack {
  /// The number of frames of sound in a second, in Hz, as the container states it; 0 for other media.
  var sampleRate: Int {
    Int(clamping: Int64(clamping: formatDescriptions.first?.audioStreamBasicDescription?.mSampleRate ?? 0))
  }

  /// The speakers that the channels of the sound are for, as the container states it. They are the usual ones of as many
  /// channels where it states none.
  fileprivate var statedSpeakers: ChannelLayout {
    let description = formatDescriptions.first
    let count = max(1, Int(description?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1))
    let stated = description?.audioChannelLayout.flatMap { ChannelLayout($0) }
    return stated.flatMap { $0.count == count ? $0 : nil } ?? .default(count: count)
  }

  /// Returns the speakers that the channels of the sound are for.
  ///
  /// - Parameter decoded: the speakers that the decoder says, as `AssetSession.decodedSpeakers(of:)` returns them. They
  ///   are used where they are as many as the container states.
  func speakers(decodedAs decoded: ChannelLayout?) -> ChannelLayout {
    let stated = statedSpeakers
    return decoded.flatMap { $0.count == stated.count ? $0 : nil } ?? stated
  }

  /// A Boolean value that says whether the sound is stored frame by frame, as linear PCM is: parts of it are cut to the
  /// frame.
  var isStoredByFrames: Bool {
    let forms = formatDescriptions.compactMap(\.audioStreamBasicDescription)
    return !forms.isEmpty && forms.allSatisfy { $0.mFramesPerPacket == 1 }
  }

  /// A Boolean value that says whether a composition's track joins linear PCM, or other sound that is stored frame by
  /// frame, to sound of another form. In a copy the unit of time is a frame of the first form, which others are not, and
  /// readers of files take all frames of a track for those of one form.
  var joinsFramesToOtherSound: Bool {
    guard composedSegments != nil else { return false }
    let forms = formatDescriptions.compactMap(\.audioStreamBasicDescription)
    return forms.contains { $0.mFramesPerPacket == 1 } && forms.contains { $0 != forms.first }
  }
}

extension AssetSession {
  /// Returns the speakers that a track's decoder says with the first sound. It is `nil` where the decoder knows none,
  /// where nothing can be decoded, and for one or two channels, which hardly ever leave a doubt.
  ///
  /// Containers do not tell them for sure: many leave them open, and decoders give the channels of AAC other speakers
  /// than its configuration does. A mix by the wrong speakers loses channels.
  func decodedSpeakers(of track: SourceTrack) -> ChannelLayout? {
    // This reader shares nothing with others of the session.
    guard track.statedSpeakers.count > 2,
      let opened = try? reader(
        of: track, output: .audio(AudioRequest()), timeRange: SoundFile.wholeRange, isRandomAccess: true),
      let sample = try? opened.next()
    else { return nil }
    return sample.formatDescription?.audioChannelLayout.flatMap { ChannelLayout($0) }
  }
}
