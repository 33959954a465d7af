import CoreMedia
import MediaInterop
import MediaSupport

/// The media of an item that is played: its pictures and its sound, open for decoding. Any thread may look at it.
struct PlayingMedia {
  let session: any AssetSession
  /// The pictures. It is `nil` without a track of pictures that can be decoded.
  let pictures: PictureSession?
  /// The sound. It is `nil` without a track of sound that can be decoded, and where none was chosen.
  let sound: SoundSession?
  /// The choice of the track of sound, as it was made when the sound was opened.
  let soundChoice: TrackChoice
  let duration: CMTime
  /// The download that the bytes come from. It is `nil` for what is at hand.
  let download: Download?
  /// The times that bytes of the file are for. It is `nil` for what is at hand.
  let loadedTimes: LoadedTimes?
  /// The end of the pictures, as the container says. It is zero without pictures.
  private let picturesEnd: CMTime
  /// A Boolean value that says whether the sound is what the container says to end last.
  let soundEndsLast: Bool
  private let content: any AssetContent
  private let pictureTrack: SourceTrack?

  /// The ways in which sound is played and told of.
  struct SoundOutput {
    let settings: SoundPlayer.Settings
    /// Finds a device by its name.
    let device: (String?) -> MixingDevice
    /// Called on a thread of the pictures' or the sound's own when a place that was sought is decoded, when more pictures are,
    /// when the end of the sound is known, and on the render thread when sound is missing: it takes no lock and does not wait.
    let onProgress: @Sendable () -> Void
    /// Called on a thread of its own when the sound was heard as far as it can be decoded.
    let onError: @Sendable (any Error) -> Void
  }

  /// Opens the first track of pictures that is enabled, or the first where none is, and a track of sound.
  ///
  /// - Throws: `MediaError`: it has neither pictures nor sound that can be decoded, or cannot be read; and the errors of the
  ///   device.
  init(_ content: any AssetContent, sound choice: TrackChoice, _ output: SoundOutput) throws {
    let information = try content.load()
    let pictureTrack = Self.track(.video, of: information, .automatic)
    guard pictureTrack != nil || Self.track(.audio, of: information, .automatic) != nil else {
      throw MediaError(.decoderNotFound, .opening, "it has neither pictures nor sound that can be decoded")
    }
    let session = content.makeSession(continuesAfterDamage: false)
    let reader = try pictureTrack.map {
      try session.reader(
        of: $0, output: .pictures(PictureRequest()), timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity),
        isRandomAccess: true)
    }
    try self.init(content, session, pictureTrack, sound: choice, at: .zero, output) {
      reader.map { PictureSession(PictureFeed($0), of: session, onProgress: output.onProgress) }
    }
  }

  /// The same media with another track of sound, from a time on. The sound of this one has to be ended.
  ///
  /// - Throws: as the other.
  init(_ former: PlayingMedia, sound choice: TrackChoice, at time: CMTime, _ output: SoundOutput) throws {
    try self.init(former.content, former.session, former.pictureTrack, sound: choice, at: time, output) {
      former.pictures
    }
  }

  private init(
    _ content: any AssetContent, _ session: any AssetSession, _ pictureTrack: SourceTrack?, sound choice: TrackChoice,
    at time: CMTime, _ output: SoundOutput, pictures: () -> PictureSession?
  ) throws {
    (self.content, self.session, self.pictureTrack, soundChoice) = (content, session, pictureTrack, choice)
    let information = try content.load()
    let duration = try content.header().duration
    self.duration = duration
    let soundTrack = Self.track(.audio, of: information, choice)
    let onError = output.onError
    sound = try soundTrack.map {
      try SoundSession(
        SoundFile(content, track: $0), on: output.device(output.settings.device), output.settings, at: time.seconds,
        onProgress: output.onProgress, onEnd: { _, error in if let error { onError(error) } })
    }
    soundEndsLast = soundTrack.map { $0.timeRange.end >= duration } ?? false
    picturesEnd = pictureTrack?.timeRange.end ?? .zero
    download = content.download
    loadedTimes = content.download.map {
      LoadedTimes(
        of: [pictureTrack, soundTrack].compactMap { $0 }, in: information, byteCount: $0.byteCount, duration: duration)
    }
    // What needs to be ended comes last.
    self.pictures = pictures()
  }

  private static func track(
    _ type: CMFormatDescription.MediaType, of information: SourceInformation, _ choice: TrackChoice
  ) -> SourceTrack? {
    let tracks = information.tracks.filter { $0.mediaType == type && $0.isDecodable }
    switch choice {
    case .automatic: return tracks.first(where: \.isEnabled) ?? tracks.first
    case .none: return nil
    case .track(let id): return tracks.first { $0.trackID == id }
    }
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
