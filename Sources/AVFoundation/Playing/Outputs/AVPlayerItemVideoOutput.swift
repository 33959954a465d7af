public import CoreMedia
public import CoreVideo
import AVFAudio
import MediaEngine
import Synchronization

/// The decoded pictures of an item, each at its time.
///
/// Any thread.
public final class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: what changes lies behind the lock.

  /// The picture that was given last: its time, and the number of jumps before it.
  private struct Acquired: Equatable {
    var time: CMTime
    var serial: Int
  }

  private struct State {
    var acquired: Acquired?
    let converter: PixelBufferConverter
  }

  private let state: Mutex<State>
  /// Tells the delegate of pictures.
  let watcher = PictureWatcher()

  /// An output of pictures in a form.
  ///
  /// - Parameter pixelBufferAttributes: the attributes of the pictures, as `AVAssetReaderTrackOutput` takes them for
  ///   decoded pictures; `nil` for those of the decoder. Stops the process for attributes that pictures cannot be given
  ///   (PI-83).
  public convenience init(pixelBufferAttributes: [String: Any]? = nil) {
    self.init(settings: pixelBufferAttributes ?? [:])
  }

  /// An output of pictures in a form.
  ///
  /// - Parameter outputSettings: the attributes of the pictures, as for `init(pixelBufferAttributes:)`. Stops the
  ///   process for an empty dictionary, and for compressed pictures (PI-83).
  public convenience init(outputSettings: [String: Any]?) {
    if outputSettings?.isEmpty == true { raise(.invalidArgument, "outputSettings.count != 0") }
    self.init(settings: outputSettings ?? [:])
  }

  private init(settings: [String: Any]) {
    do {
      guard case .pictures(let request) = try ReaderOutputSettings.decoding(settings, for: .video) else {
        raise(.invalidArgument, "outputSettings must describe uncompressed pictures")
      }
      state = Mutex(State(converter: PixelBufferConverter(request)))
    } catch let problem as SettingsProblem {
      raise(.invalidArgument, problem.reason)
    } catch {
      raise(.invalidArgument, "\(error)")
    }
    super.init()
  }

  /// Returns whether there is a picture for a time that this output did not give yet (PI-84). There is none yet for a time
  /// whose picture is not decoded.
  public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let found = picture(at: itemTime) else { return false }
    return state.withLock { $0.acquired } != Acquired(time: found.frame.time, serial: found.serial)
  }

  /// Returns the picture that is shown at a time, which counts as given from then on (PI-85).
  ///
  /// - Parameter outItemTimeForDisplay: gets the time from which on it is shown.
  /// - Returns: `nil` where there is none, where it is not decoded yet, or where it cannot be converted.
  public func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let found = picture(at: itemTime), let buffer = found.frame.sample.imageBuffer else { return nil }
    let converted = state.withLock { state in
      state.acquired = Acquired(time: found.frame.time, serial: found.serial)
      return try? state.converter.convert(buffer)
    }
    outItemTimeForDisplay?.pointee = found.frame.time
    return converted
  }

  override func engineDidChange() { watcher.watch(engine, for: self) }
  override func note(_ event: PlayingEvent) { watcher.note(event) }
  override func look() { watcher.look() }

  private func picture(at time: CMTime) -> (frame: FrameSchedule.Frame, serial: Int)? {
    engine?.picture(at: time)
  }
}
