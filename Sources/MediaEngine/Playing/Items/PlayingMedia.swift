import CoreMedia
import MediaInterop
import MediaSupport

/// The media of an item that is played: its pictures and its sound, open for decoding. Any thread may look at it.
struct PlayingMedia {
  let session: any AssetSession
  /// The pictures. It is `nil` without a track of pictures that can be decoded.
  let pictures: PictureSession?
  /// The sound. It is `nil` without a track of sound that can be decoded.
  let sound: SoundSession?
  let duration: CMTime
  /// The download that the bytes come from. It is `nil` for what is at hand.
  let download: Download?
  /// The times that bytes of the file are for. It is `nil` for what is at hand.
  let loadedTimes: LoadedTimes?
  /// The end of the pictures, as the container says. It is zero without pictures.
  private let picturesEnd: CMTime
  /// A Boolean value that says whether the sound is what the container says to end last.
  let soundEndsLast: Bool

  /// Opens the first track of pictures and the first of sound that are enabled, or the first where none is.
  ///
  /// - Parameters:
  ///   - device: finds a device by its name.
  ///   - onProgress: called on a thread of the pictures' or the sound's own when a place that was sought is decoded, when
  ///     more pictures are, when the end of the sound is known, and on the render thread when sound is missing: it takes no
  ///     lock and does not wait.
  ///   - onSoundError: called on a thread of its own when the sound was heard as far as it can be decoded.
  /// - Throws: `MediaError`: it has neither pictures nor sound that can be decoded, or cannot be read; and the errors of the
  ///   device.
  init(
    _ content: any AssetContent, _ settings: SoundPlayer.Settings,
    device: (String?) -> MixingDevice, onProgress: @escaping @Sendable () -> Void,
    onSoundError: @escaping @Sendable (any Error) -> Void
  ) throws {
    let information = try content.load()
    func track(_ type: CMFormatDescription.MediaType) -> SourceTrack? {
      let tracks = information.tracks.filter { $0.mediaType == type && $0.isDecodable }
      return tracks.first(where: \.isEnabled) ?? tracks.first
    }
    let (video, audio) = (track(.video), track(.audio))
    guard video != nil || audio != nil else {
      throw MediaError(.decoderNotFound, .opening, "it has neither pictures nor sound that can be decoded")
    }
    let session = content.makeSession(continuesAfterDamage: false)
    self.session = session
    let reader = try video.map {
      try session.reader(
        of: $0, output: .pictures(PictureRequest()), timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity),
        isRandomAccess: true)
    }
    let duration = try content.header().duration
    sound = try audio.map {
      try SoundSession(
        SoundFile(content, track: $0), on: device(settings.device), settings, at: 0, onProgress: onProgress,
        onEnd: { _, error in if let error { onSoundError(error) } })
    }
    pictures = reader.map { PictureSession(PictureFeed($0), onProgress: onProgress) }
    self.duration = duration
    picturesEnd = video?.timeRange.end ?? .zero
    download = content.download
    loadedTimes = content.download.map {
      LoadedTimes(
        of: [video, audio].compactMap { $0 }, in: information, byteCount: $0.byteCount, duration: duration)
    }
    soundEndsLast = audio.map { $0.timeRange.end >= duration } ?? false
  }

  /// The time at which playing forward comes to the end of the media.
  ///
  /// Where the sound ends last, it is the end of the sound that was decoded, whose length a container may tell wrongly by some
  /// samples; it is infinite before the sound is decoded that far.
  var end: CMTime {
    guard let sound, soundEndsLast else { return duration }
    return sound.endTime.map { CMTimeMaximum($0, picturesEnd) } ?? .positiveInfinity
  }

  /// The time within the media that is nearest to a time.
  func clamp(_ time: CMTime) -> CMTime { CMTimeMinimum(CMTimeMaximum(.zero, time), duration) }

  /// The bytes of the file that a second of it takes. It is 0 where that is not known.
  var byteRate: Double {
    guard let count = download?.byteCount, duration.isNumeric, duration > .zero else { return 0 }
    return Double(count) / duration.seconds
  }
}
