import CoreMedia
import MediaInterop
import MediaSupport

/// The channel order of linear PCM, which a format description may state. Decoders and encoders use WAVE's.
extension CMFormatDescription {
  /// The position of each channel in WAVE's order, from 0. It is `nil` if the channels are in that order already, and
  /// if their speakers are not known.
  var channelPlaces: [Int]? {
    guard let speakers = audioChannelLayout.flatMap({ Speaker.speakers(of: $0) }),
      speakers.count == audioStreamBasicDescription.map({ Int($0.mChannelsPerFrame) })
    else { return nil }
    let places = Speaker.places(of: speakers)
    return places == Array(places.indices) ? nil : places
  }

  /// Returns the sound with its channels moved from this description's order to WAVE's. The layout then names the
  /// description's speakers.
  func inWaveOrder(_ sound: PCMBuffer) -> PCMBuffer {
    guard let places = channelPlaces, places.count == sound.format.layout.count,
      let layout = audioChannelLayout.flatMap({ ChannelLayout($0) })
    else { return sound }
    var ordered = sound.moved(to: places)
    ordered.format.layout = layout
    return ordered
  }
}
