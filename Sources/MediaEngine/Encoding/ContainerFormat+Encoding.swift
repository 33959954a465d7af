import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension ContainerFormat {
  /// Returns the reason why samples cannot be encoded like this or not be stored in this container; `nil` if they can.
  package func refusal(of encoding: TrackConfiguration.Encoding) -> String? {
    do {
      switch encoding {
      case .copy: return nil
      case .video(let video):
        let subType = CMFormatDescription.MediaSubType(rawValue: video.codec.traits.code.rawValue)
        if let reason = refusal(of: subType, mediaType: .video) { return reason }
        try video.validate()
        return nil
      case .audio(let audio):
        // Only the encoder itself knows what it cannot do; opening one costs less than a millisecond.
        return refusal(of: try makePCMEncoder(audio, source: audio.assumedSource).formatDescription)
      }
    } catch let error as MediaError {
      return error.message
    } catch {
      return "\(error)"
    }
  }
}

extension AudioSettings {
  /// The source format that is assumed if the settings do not state it.
  fileprivate var assumedSource: AudioFormat {
    AudioFormat(
      sampleRate: sampleRate ?? 48_000, layout: .default(count: channelCount ?? 2),
      sampleFormat: .f32, isPlanar: false)
  }
}

extension VideoSettings {
  /// The size that is assumed if the settings leave it to the source.
  private static let assumedSize = (width: 1920, height: 1080)

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that the encoder refuses.
  fileprivate func validate() throws {
    let source = Picture(
      format: .yuv420p, width: width ?? Self.assumedSize.width,
      height: height ?? Self.assumedSize.height, planes: [])
    let input = VideoInput(
      self, source: source, first: nil, timeBase: TimeBase(ticksPerSecond: 600), isRealTime: false)
    switch codec {
    case .h264: try H264Encoder.Settings(input).validate()
    // The settings are checked without opening an encoder: for some codecs that takes a hundredth of a second, and
    // memory for many pictures.
    case .library(let codec): try VideoEncoder.Settings(codec, input).validate()
    }
  }
}
