public import Foundation
package import MediaEngine
internal import MediaSupport
internal import Synchronization

/// Plays the sound of a file or of data in memory on a sound device.
///
/// All players of the process on one device share it, and can be in step (`play(atTime:)`). Sounds are decoded to the sample:
/// padding that encoders add is not heard, and repetitions follow without a gap. On a machine without a sound device the
/// sound plays in silence, in real time; see <doc:Playing>. Any thread; the delegate is told on the main queue.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // Sendable: constants, a player that any thread may use, and state that locks protect.

  private let sound: SoundFile
  package let player: SoundPlayer
  let messenger = Messenger()
  private let assignments = Mutex<[AVAudioSessionChannelDescription]?>(nil)
  private let isRateEnabled = Mutex((isEnabled: false, rate: Float(1)))

  /// The URL of the sound. It is nil if it was made from data (AP-02).
  public let url: URL?
  /// The data of the sound. It is nil if it was made from a URL (AP-02).
  public let data: Data?

  // MARK: Making one

  /// A player of a file's sound, or of the sound that a server at an `http` or `https` URL sends.
  ///
  /// - Throws: `AVError` where it cannot be read, is of no known format, or has no sound that can be decoded (AP-01).
  public convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

  /// A player of a file's sound.
  ///
  /// - Parameter utiString: the type of the file. Formats are recognised by their bytes here, whatever a name or a hint
  ///   says.
  /// - Throws: as `init(contentsOf:)`.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    try self.init(AssetSource(url: url), url: url, data: nil)
  }

  /// A player of the sound of a file that lies in memory.
  ///
  /// - Throws: as `init(contentsOf:)`.
  public convenience init(data: Data) throws { try self.init(data: data, fileTypeHint: nil) }

  /// A player of the sound of a file that lies in memory.
  ///
  /// - Parameter utiString: the type of the data. Formats are recognised by their bytes here.
  /// - Throws: as `init(contentsOf:)`.
  public convenience init(data: Data, fileTypeHint utiString: String?) throws {
    let source = AssetSource(url: URL(fileURLWithPath: "/"), suppliedBy: MemoryResource(data))
    try self.init(source, url: nil, data: data)
  }

  /// - Parameters:
  ///   - range: the part of the sound that is played, which is then all of it.
  ///   - device: finds the sound device of an identifier.
  /// - Throws: `AVError`, as `init(contentsOf:)`.
  package init(
    _ content: any AssetContent, url: URL?, data: Data?, range: CMTimeRange = SoundFile.wholeRange,
    device: @escaping @Sendable (String?) -> MixingDevice = { MixingDevice.shared($0) }
  ) throws {
    (self.url, self.data) = (url, data)
    let messenger = messenger
    do {
      // A server's media is downloaded once, and its parts in any order.
      sound = try SoundFile(content.played, range: range)
    } catch {
      throw AVError(wrapping: error)
    }
    player = SoundPlayer(sound, device: device) { error in messenger.tellEnd(error) }
    super.init()
    messenger.player = self
  }

  /// The object that is told how playing ends. It is held weakly (AP-16).
  public weak var delegate: (any AVAudioPlayerDelegate)? {
    get { messenger.delegate }
    set { messenger.delegate = newValue }
  }

  // MARK: Playing

  /// Takes the sound device and decodes the first of the sound, so that `play()` begins at once.
  ///
  /// `stop()` and the end of the sound undo it (AP-03).
  ///
  /// - Returns: whether the player is prepared.
  @discardableResult
  public func prepareToPlay() -> Bool { (try? player.prepare()) != nil }

  /// Plays from `currentTime` on, and prepares first where that is needed (AP-04).
  ///
  /// - Returns: whether it plays.
  @discardableResult
  public func play() -> Bool { (try? player.play()) ?? false }

  /// Plays from a time of the device on (AP-05).
  ///
  /// Players that are given the same time begin with the same sample.
  ///
  /// - Parameter time: in seconds as `deviceCurrentTime`, and later than that.
  /// - Returns: whether it will play. It will not for a time that is over.
  @discardableResult
  public func play(atTime time: TimeInterval) -> Bool { (try? player.play(at: time)) ?? false }

  /// Pauses, and stays ready (AP-06).
  public func pause() { player.pause() }

  /// Stops, and releases the device. `currentTime` does not change (AP-06).
  public func stop() { player.stop() }

  /// A Boolean value that says whether the player plays, or will begin to play at a later time (AP-07).
  public var isPlaying: Bool { player.isPlaying }

  /// The position in the sound that is heard, or at which it will continue, in seconds (AP-08). It is 0 after the end.
  public var currentTime: TimeInterval {
    get { player.time }
    set { player.time = newValue }
  }

  /// The length of the sound in seconds (AP-08), as its file states it. It is an estimate for formats that state none.
  public var duration: TimeInterval { sound.duration }

  /// The device's time in seconds, which advances while a player on it plays or is paused (AP-09). It is 0 otherwise.
  public var deviceCurrentTime: TimeInterval { player.deviceTime }

  /// The number of repetitions after the first time (AP-10). Below 0 the sound goes on until `stop()`.
  public var numberOfLoops: Int {
    get { player.settings.loopCount }
    set { player.change { $0.loopCount = newValue } }
  }

  // MARK: How it sounds

  /// The volume, from 0 to 1. It is 1 by default (AP-11). Setting it ends a fade.
  public var volume: Float {
    get { player.settings.volume }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// Moves in a straight line to a volume, from the one that was set or reached before (AP-11).
  ///
  /// - Parameter duration: seconds that it takes while it plays. A sound that does not play yet fades from its first
  ///   frame on.
  public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    guard volume.isFinite else { return }
    player.setVolume(min(1, max(0, volume)), fadeSeconds: duration.isFinite ? max(0, duration) : 0)
  }

  /// The place between left, -1, and right, 1 (AP-11). It is 0 by default.
  public var pan: Float {
    get { player.settings.pan }
    set { if newValue.isFinite { player.change { $0.pan = min(1, max(-1, newValue)) } } }
  }

  /// A Boolean value that says whether `rate` is used (AP-12). It is to be set before `prepareToPlay()`.
  public var enableRate: Bool {
    get { isRateEnabled.withLock { $0.isEnabled } }
    set { setRate { $0.isEnabled = newValue } }
  }

  /// The speed, from 0.5 to 2, at which the pitch stays as it is (AP-12).
  public var rate: Float {
    get { isRateEnabled.withLock { $0.rate } }
    set { if newValue.isFinite { setRate { $0.rate = min(2, max(0.5, newValue)) } } }
  }

  private func setRate(_ change: (inout (isEnabled: Bool, rate: Float)) -> Void) {
    let rate = isRateEnabled.withLock { state in
      change(&state)
      return state.isEnabled ? state.rate : 1
    }
    player.change { $0.rate = rate }
  }

  // MARK: Levels

  /// A Boolean value that says whether levels are measured (AP-13).
  public var isMeteringEnabled: Bool {
    get { player.settings.isMetering }
    set { player.change { $0.isMetering = newValue } }
  }

  /// Takes the levels of the tenth of a second that was heard last (AP-13).
  public func updateMeters() { player.updateLevels() }

  /// The root mean square of a channel's samples in decibels of full scale, from -160 to 0, when `updateMeters()` was
  /// called last (AP-13). It is the sound's own, before `volume` and `pan`.
  ///
  /// - Parameter channelNumber: counted from 0. One that the sound does not have is silent.
  public func averagePower(forChannel channelNumber: Int) -> Float { player.level(of: channelNumber, isPeak: false) }

  /// The largest sample of a channel, as `averagePower(forChannel:)`.
  public func peakPower(forChannel channelNumber: Int) -> Float { player.level(of: channelNumber, isPeak: true) }

  // MARK: What it is

  /// The number of channels of the sound (AP-14).
  public var numberOfChannels: Int { Int(format.channelCount) }

  /// The form of the sound, by the keys of audio settings (AP-14).
  public var settings: [String: Any] { format.settings }

  /// The format of the sound in its file (AP-14).
  public var format: AVAudioFormat { AVAudioFormat(cmAudioFormatDescription: sound.description) }

  /// The device's channel for each channel of the sound (AP-14). With `nil` the channels go to the speakers that they
  /// are for.
  ///
  /// Stops the process for another number of descriptions than the sound has channels.
  public var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { assignments.withLock { $0 } }
    set {
      require(newValue == nil || newValue?.count == numberOfChannels, "channelAssignments.count == numberOfChannels")
      assignments.withLock { $0 = newValue }
      player.change { $0.channels = newValue.map { $0.map { $0.channelNumber &- 1 } } }
    }
  }

  /// The device's identifier (AP-17). Nil is the default device, which follows the user's choice.
  ///
  /// It is a sink of PulseAudio or PipeWire, `sdl:NAME`, or `virtual`.
  public var currentDevice: String? {
    get { player.settings.device }
    set { player.change { $0.device = newValue } }
  }
}
