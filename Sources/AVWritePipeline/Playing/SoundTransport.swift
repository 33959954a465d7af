internal import AVFoundation

/// A sound that plays without pictures.
final class SoundTransport: PlaybackTransport {
  let start: PlaybackStart
  private let player: AVAudioPlayer
  /// The point in the file at which the part begins, in seconds.
  private let origin: Double
  private let timeScale: Int32

  /// Creates a transport that is ready to play.
  ///
  /// - Throws: `AVError` of the file, or of the device.
  init(
    _ asset: AVURLAsset, _ description: PlaybackDescription, _ range: CMTimeRange, _ handler: @escaping Handler
  ) throws {
    let player = try AVAudioPlayer(asset: asset, range: range)
    player.isMeteringEnabled = true
    player.volume = Float(description.volume / 100)
    player.enableRate = true
    player.rate = Float(description.rate)
    player.numberOfLoops = if case .times(let count) = description.repetition { count } else { -1 }
    player.currentDevice = description.device
    try player.requireReadiness()
    self.player = player
    origin = range.start.seconds
    let sound = PlaybackStart.Sound(player.format.formatDescription)
    timeScale = Int32(clamping: sound.sampleRate)
    start = PlaybackStart(
      input: description.input, sound: sound, start: ExactTime(range.start.seconds, scale: timeScale),
      duration: player.duration > 0 ? ExactTime(player.duration, scale: timeScale) : nil,
      device: player.outputDevice.map(PlaybackDevice.init))
    player.observeEnd { handler(.ended($0)) }
    player.observeDevice { handler(.deviceMoved($0)) }
  }

  var activity: PlaybackStatus.Activity { player.isPlaying ? .playing : .paused }
  func play() { player.play() }
  func pause() { player.pause() }
  var time: Double { player.currentTime }
  func seek(to time: Double) { player.currentTime = time }
  /// A player says 0 where its file states no duration.
  var duration: Double { player.duration > 0 ? player.duration : .infinity }
  func place(_ time: Double) -> ExactTime { ExactTime(origin + time, scale: timeScale) }
  func setVolume(_ volume: Float) { player.volume = volume }
  var rate: Float { player.rate }
  func setRate(_ rate: Float) { player.rate = rate }
  var gaps: (underruns: Int, starvedFrames: Int64) { player.gaps }
  var pictures: (any PlaybackPictures)? { nil }

  var levels: [PlaybackStatus.Level] {
    player.updateMeters()
    return (0..<player.numberOfChannels).map {
      PlaybackStatus.Level(
        average: player.averagePower(forChannel: $0).tenths, peak: player.peakPower(forChannel: $0).tenths)
    }
  }

  func end() {
    // The closures would keep this object alive.
    player.observeEnd(nil)
    player.observeDevice(nil)
    player.stop()
    AVAudioPlayer.waitForSilence()
  }
}
