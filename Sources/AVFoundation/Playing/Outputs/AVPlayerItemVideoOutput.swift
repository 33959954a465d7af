public import CoreMedia
public import CoreVideo
import AVFAudio
import MediaEngine
import MediaSupport
import Synchronization

/// The decoded pictures of an item, each at its time.
///
/// Any thread.
public final class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state is protected by the lock.

  /// The picture that was given last: its time, and the number of jumps before it.
  private struct Acquired: Equatable {
    var time: CMTime
    var serial: Int
  }

  private struct State {
    var acquired: Acquired?
    /// Makes the pictures. It is `nil` where they cannot be had in the form that is asked for.
    let converter: PixelBufferConverter?
  }

  private let state: Mutex<State>
  /// Tells the delegate of pictures.
  let watcher = PictureWatcher()

  /// An output of pictures in a form.
  ///
  /// - Parameter pixelBufferAttributes: the attributes of the pictures; `nil` for those of the decoder. The output gives
  ///   no pictures where they cannot have these attributes, as a pixel format that nothing is converted to. Keys that are
  ///   no attributes of pixel buffers are passed over. Stops the process for values of a wrong type, and for a width or
  ///   height that is not positive.
  public convenience init(pixelBufferAttributes: [String: Any]? = nil) {
    self.init(ReaderOutputSettings.played(attributes: pixelBufferAttributes ?? [:]))
  }

  /// An output of pictures in a form.
  ///
  /// - Parameter outputSettings: the attributes of the pictures, as `AVAssetReaderTrackOutput` takes them for decoded
  ///   pictures; `nil` for those of the decoder. The output gives no pictures where they cannot be had like that. Stops
  ///   the process for an empty dictionary, and for compressed pictures (PI-83).
  public convenience init(outputSettings: [String: Any]?) {
    if outputSettings?.isEmpty == true { raise(.invalidArgument, "outputSettings.count != 0") }
    self.init(ReaderOutputSettings.played(outputSettings ?? [:]))
  }

  private init(_ request: Result<PictureRequest, MediaError>) {
    switch request {
    case .success(let request): state = Mutex(State(converter: PixelBufferConverter(request)))
    case .failure: state = Mutex(State(converter: nil))
    }
    super.init()
  }

  /// Returns whether there is a picture for a time that this output did not give yet (PI-84). There is none yet for a time
  /// whose picture is not decoded.
  public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let found = picture(at: itemTime) else { return false }
    let shown = Acquired(time: found.frame.time, serial: found.serial)
    return state.withLock { $0.converter != nil && $0.acquired != shown }
  }

  /// Returns the picture that is shown at a time. It counts as delivered from then on (PI-85).
  ///
  /// - Parameter outItemTimeForDisplay: gets the time from which on it is shown.
  /// - Returns: `nil` where there is none, where it is not decoded yet, or where it cannot be converted.
  public func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let found = picture(at: itemTime), let buffer = found.frame.sample.imageBuffer else { return nil }
    let converted = state.withLock { state in
      state.acquired = Acquired(time: found.frame.time, serial: found.serial)
      return try? state.converter?.convert(buffer)
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
