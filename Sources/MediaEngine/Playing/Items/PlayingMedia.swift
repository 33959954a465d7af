import CoreMedia
import MediaInterop
import MediaSupport

/// The media of an item that is played: its pictures and its sound, open for decoding. Any thread may query it.
struct PlayingMedia {
  /// The pictures. It is `nil` without a track of pictures that can be decoded.
  let pictures: PictureSession?
  /// The sound. It is `nil` without a track of sound that can be decoded, and if none was chosen.
  let sound: SoundSession?
  /// The choice of presented tracks.
  var tracks: PresentedTracks
  /// The settings of the sound.
  private(set) var soundSettings: SoundPlayer.Settings
  /// The duration, as the container states it. If it states none, it is indefinite, which is later than any time.
  let duration: CMTime
  /// The download that provides the bytes. It is `nil` for local media.
  let download: Download?
  /// The mapping from loaded bytes to times. It is `nil` for local media.
  let loadedTimes: LoadedTimes?
  /// The end of the pictures, as the container states it. It is indefinite if it states none, and zero without
  /// pictures.
  private let statedPicturesEnd: CMTime
  /// A Boolean value that says whether the sound ends last, as the container states it.
  let soundEndsLast: Bool
  private let content: any AssetContent
  private let information: any AssetInformation

  /// The settings and callbacks with which sound is opened.
  struct SoundOutput {
    var settings: SoundPlayer.Settings
    /// Returns the device with an identifier.
    let device: (String?) -> MixingDevice
    /// Called on a thread of the pictures or the sound when a sought position is decoded, when more pictures are
    /// decoded, and when the end of the sound is known. It is also called on the render thread when sound is missing,
    /// so it must neither take a lock nor wait.
    let onProgress: @Sendable () -> Void
  }

  /// Opens a track of pictures and tracks of sound.
  ///
  /// - Throws: `MediaError`: it has neither pictures nor sound that can be decoded, or cannot be read; and the errors
  ///   of the device.
  init(_ content: any AssetContent, _ tracks: PresentedTracks, _ output: SoundOutput) throws {
    let information = try content.load()
    guard information.tracks.contains(where: { [.video, .audio].contains($0.mediaType) && $0.isDecodable }) else {
      throw MediaError(.decoderNotFound, .opening, "it has neither video nor audio that can be decoded")
    }
    try self.init(content, information, tracks, at: .zero, output, former: nil)
  }

  /// Makes the same media with other tracks, or with its sound on another device, from a time on. The sound of the
  /// former media must have been ended, and also its pictures unless `keepsPictures` says that they are kept.
  ///
  /// - Throws: as the other initializer.
  init(_ former: PlayingMedia, _ tracks: PresentedTracks, at time: CMTime, _ output: SoundOutput) throws {
    try self.init(former.content, former.information, tracks, at: time, output, former: former)
  }

  private init(
    _ content: any AssetContent, _ information: any AssetInformation, _ tracks: PresentedTracks, at time: CMTime,
    _ output: SoundOutput, former: PlayingMedia?
  ) throws {
    (self.content, self.information, self.tracks) = (content, information, tracks)
    let duration = try content.header().duration
    self.duration = duration
    let (pictureTrack, soundTracks) = (tracks.pictures(of: information), tracks.sounds(of: information))
    let kept = former.flatMap { $0.keepsPictures(tracks) ? $0.pictures : nil }
    let plan = pictureTrack == nil ? nil : try tracks.composition?.value()
    let opened = kept == nil ? try pictureTrack.map { try Self.open($0, plan, in: content) } : nil
    (soundSettings, soundEndsLast) = (output.settings, soundTracks.contains { $0.timeRange.end >= duration })
    statedPicturesEnd = plan?.range(in: Self.always).end ?? pictureTrack?.timeRange.end ?? .zero
    download = content.download
    loadedTimes = content.download.map {
      LoadedTimes(
        of: [pictureTrack].compactMap { $0 } + soundTracks, in: information, byteCount: $0.byteCount,
        duration: duration)
    }
    // The sessions are made last, because they would have to be ended after a later error.
    sound = try Self.sound(of: soundTracks, tracks.mix, in: content, at: time, output)
    pictures = kept ?? opened.map { PictureSession(PictureFeed($0), of: $1, onProgress: output.onProgress) }
  }

  private static let always = CMTimeRange(start: .zero, duration: .positiveInfinity)

  private static func open(
    _ track: SourceTrack, _ plan: CompositedPictures.Plan?, in content: any AssetContent
  ) throws -> (pictures: any SampleReader, session: any AssetSession) {
    let session = content.makeSession(onDamage: .endsReading)
    if let plan { return (try CompositedPictures(session, plan, as: .urgent, in: always), session) }
    let pictures = try session.reader(
      of: track, output: .pictures(.urgent), timeRange: always, isRandomAccess: true)
    return (pictures, session)
  }

  private static func sound(
    of tracks: [SourceTrack], _ mix: MixTreatment?, in content: any AssetContent, at time: CMTime,
    _ output: SoundOutput
  ) throws -> SoundSession? {
    if tracks.isEmpty { return nil }
    let sounds = try tracks.map { track in
      var sound = try SoundFile(content, track: track)
      sound.treatment = mix?.value[track.trackID]
      return sound
    }
    return try SoundSession(
      sounds, on: output.device(output.settings.device),
      output.settings, at: time.seconds, onProgress: output.onProgress,
      // The end is determined by the item's time.
      onEnd: { _, _ in })
  }

  /// A Boolean value that says whether the pictures or the sound wait for bytes from a server or a client.
  var isAwaited: Bool { content.isAwaited }

  /// Returns whether another choice presents the same pictures.
  func keepsPictures(_ other: PresentedTracks) -> Bool {
    tracks.composition == other.composition
      && tracks.pictures(of: information)?.trackID == other.pictures(of: information)?.trackID
  }

  /// Returns whether another choice presents the same sound.
  func keepsSound(_ other: PresentedTracks) -> Bool {
    tracks.mix == other.mix
      && tracks.sounds(of: information).map(\.trackID) == other.sounds(of: information).map(\.trackID)
  }

  /// The identifier of the wanted device; `nil` for the default device.
  var device: String? { soundSettings.device }

  /// Changes the settings of the sound from now on. Another device or speed needs other media.
  mutating func changeSound(to new: SoundPlayer.Settings) {
    var new = new
    (new.device, new.rate) = (soundSettings.device, soundSettings.rate)
    sound?.change(from: soundSettings, to: new)
    soundSettings = new
  }

  /// The time at which playing forward reaches the end of the media.
  ///
  /// If the sound ends last, it is the end of the decoded sound, because a container may state that duration wrong by
  /// some samples, or not at all. It is infinite before the sound is decoded that far.
  var end: CMTime {
    guard let sound, soundEndsLast else { return duration.isNumeric ? duration : picturesEnd }
    return CMTimeMaximum(sound.endTime ?? .positiveInfinity, picturesEnd)
  }

  /// The end of the pictures. If the container does not state it, it is infinite before they are decoded that far.
  private var picturesEnd: CMTime {
    if statedPicturesEnd.isNumeric { return statedPicturesEnd }
    return pictures?.feed.end ?? .positiveInfinity
  }

  /// Returns the time within the media that is nearest to a time.
  func clamp(_ time: CMTime) -> CMTime { CMTimeMinimum(CMTimeMaximum(.zero, time), duration) }

  /// The number of bytes of the file for each second of media. It is 0 if it is not known.
  var byteRate: Double {
    guard let count = download?.byteCount, duration.isNumeric, duration > .zero else { return 0 }
    return Double(count) / duration.seconds
  }
}
