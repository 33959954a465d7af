internal import AVFoundation

/// The media of a playback: a sound alone, or pictures with their sound.
///
/// Times are seconds of the part that is played. It may be used from any thread.
protocol PlaybackTransport: AnyObject, Sendable {
  typealias Handler = @Sendable (TransportEvent) -> Void

  /// The facts about the media, for the event that playing starts.
  var start: PlaybackStart { get }
  var activity: PlaybackStatus.Activity { get }
  func play()
  func pause()
  var time: Double { get }
  func seek(to time: Double)
  /// The duration of the part that is played. It is infinite where the file states none.
  var duration: Double { get }
  /// Returns the point in the file of a time.
  func place(_ time: Double) -> ExactTime
  /// Changes the gain, from 0 to 1.
  func setVolume(_ volume: Float)
  var rate: Float { get }
  func setRate(_ rate: Float)
  var levels: [PlaybackStatus.Level] { get }
  var gaps: (underruns: Int, starvedFrames: Int64) { get }
  /// The pictures that are shown. Nil for a sound alone.
  var pictures: (any PlaybackPictures)? { get }
  /// Ends everything; no event is sent after that.
  func end()
}

/// The pictures of a playback. They may be used from any thread.
protocol PlaybackPictures: AnyObject, Sendable {
  /// The number of pictures that were shown.
  var shownCount: Int { get }
  /// Goes this many pictures on, or back where the number is negative, and pauses.
  func step(by count: Int)
  /// The number of the subtitles that are shown, from 1. Nil for none.
  var subtitles: Int? { get }
  /// Shows the next subtitles: none after the last, and the first after none.
  func showNextSubtitles()
  func toggleFullScreen()
  func leaveFullScreen()
  /// Shows the same picture again, in a terminal of another size.
  func redraw()
}

/// An event of a transport.
enum TransportEvent: Sendable {
  /// The media was played to its end, or to the error that ended it.
  case ended(AVError?)
  case deviceMoved(AVAudioPlayer.DeviceMove)
  case key(AVPlayerWindow.Key)
  case windowClosed(AVPlayerWindow.ClosingReason)
}

extension PlaybackStart.Sound {
  /// Creates the facts about a sound, of which a file may state none.
  init(_ format: CMFormatDescription) {
    let stream = format.audioStreamBasicDescription
    self.init(
      codec: format.codecName, sampleRate: max(1, stream.flatMap { Int(exactly: $0.mSampleRate.rounded()) } ?? 1),
      channels: max(1, Int(stream?.mChannelsPerFrame ?? 1)))
  }
}

extension CMFormatDescription {
  /// The codec as four characters.
  var codecName: String { String(fourCharacters: mediaSubType.rawValue) }
}

extension PlaybackDevice {
  init(_ device: AVAudioPlayer.OutputDevice) {
    self.init(identifier: device.identifier, name: device.name, isSilent: device.isSilent)
  }
}

extension ExactTime {
  /// Creates the tick that is nearest to a time in seconds.
  init(_ seconds: Double, scale: Int32) {
    self.init(value: Int64(exactly: (seconds * Double(scale)).rounded()) ?? .max, scale: scale)
  }
}
