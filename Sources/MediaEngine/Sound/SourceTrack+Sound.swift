import CoreMedia
import MediaSupport

extension SourceTrack {
  /// The number of frames of sound in a second, in Hz, as the container states it; 0 for other media.
  var sampleRate: Int {
    Int(clamping: Int64(clamping: formatDescriptions.first?.audioStreamBasicDescription?.mSampleRate ?? 0))
  }

  /// The speakers that the channels of the sound are for.
  var speakers: SpeakerLayout {
    let description = formatDescriptions.first
    let count = max(1, Int(description?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1))
    let stated = description?.audioChannelLayout.flatMap { SpeakerLayout($0) }
    return stated.flatMap { $0.count == count ? $0 : nil } ?? .default(count: count)
  }
}
