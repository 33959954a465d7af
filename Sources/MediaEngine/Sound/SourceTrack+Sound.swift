import CoreMedia
import MediaInterop
import MediaSupport

extension SourceTrack {
  /// The number of frames of sound in a second, in Hz, as the container states it; 0 for other media.
  var sampleRate: Int {
    Int(clamping: Int64(clamping: formatDescriptions.first?.audioStreamBasicDescription?.mSampleRate ?? 0))
  }

  /// The speakers of the sound's channels, as the container states them. If it states none, they are the usual ones for
  /// the number of channels.
  fileprivate var statedSpeakers: ChannelLayout {
    let description = formatDescriptions.first
    let count = max(1, Int(description?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1))
    let stated = description?.audioChannelLayout.flatMap { ChannelLayout($0) }
    return stated.flatMap { $0.count == count ? $0 : nil } ?? .default(count: count)
  }

  /// Returns the speakers of the sound's channels.
  ///
  /// - Parameter decoded: the speakers that the decoder states, as `AssetSession.decodedSpeakers(of:)` returns them.
  ///   They are used if their number is the one that the container states.
  func speakers(decodedAs decoded: ChannelLayout?) -> ChannelLayout {
    let stated = statedSpeakers
    return decoded.flatMap { $0.count == stated.count ? $0 : nil } ?? stated
  }

  /// A Boolean value that says whether the sound is stored frame by frame, as linear PCM is, so that it can be cut at
  /// any frame.
  var isStoredByFrames: Bool {
    let forms = formatDescriptions.compactMap(\.audioStreamBasicDescription)
    return !forms.isEmpty && forms.allSatisfy { $0.mFramesPerPacket == 1 }
  }

  /// A Boolean value that says whether a composition's track joins sound that is stored frame by frame, such as linear
  /// PCM, to sound of another form. In a copy the time unit is a frame of the first form, in which the other form
  /// cannot be counted, and readers of files assume one form for all frames of a track.
  var joinsFramesToOtherSound: Bool {
    guard composedSegments != nil else { return false }
    let forms = formatDescriptions.compactMap(\.audioStreamBasicDescription)
    return forms.contains { $0.mFramesPerPacket == 1 } && forms.contains { $0 != forms.first }
  }
}

extension AssetSession {
  /// Returns the speakers that a track's decoder states with the first sound. It is `nil` if the decoder knows none, if
  /// nothing can be decoded, and for one or two channels, which are hardly ever ambiguous.
  ///
  /// Containers are not reliable here: many state no speakers, and decoders output the channels of AAC for other
  /// speakers than its configuration states. A mix for the wrong speakers loses channels.
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
