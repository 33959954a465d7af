import AVFoundation
import Foundation
import MediaEngine
import MediaInterop
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// A player on a sound device whose time goes on when a test says so.
final class SteppedPlayer: Sendable {
  let device: SteppedDevice
  let player: AVPlayer
  let items: [AVPlayerItem]
  private let others = Mutex<[AVPlayerItem]>([])

  init(_ items: [AVPlayerItem], isQueue: Bool = false, on device: SteppedDevice = SteppedDevice()) {
    self.device = device
    self.items = items
    player =
      isQueue
      ? AVQueuePlayer(items: items) { _ in device.device }
      : AVPlayer(items: items) { _ in device.device }
  }

  /// The player, where it is a queue.
  var queue: AVQueuePlayer { get throws { try #require(player as? AVQueuePlayer) } }

  convenience init(_ url: URL, on device: SteppedDevice = SteppedDevice()) {
    self.init([AVPlayerItem(url: url)], on: device)
  }

  var item: AVPlayerItem { items[0] }

  /// Time goes on for other items as well, which came into the player later.
  func also(_ items: [AVPlayerItem]) { others.withLock { $0 += items } }

  /// Gives the item an output of its pictures.
  func addOutput() -> AVPlayerItemVideoOutput {
    let output = AVPlayerItemVideoOutput()
    item.add(output)
    return output
  }

  /// Counts how often the item is told to have come to its end.
  func countEnds() -> Counter { Self.count(AVPlayerItem.didPlayToEndTimeNotification, of: item) }

  /// Waits until the item is ready, or has failed.
  func waitUntilReady() throws {
    try device.wait { item.status != .unknown }
    if let error = item.error { throw error }
  }

  /// Waits until a place is there, which may be earlier than what is asked for by a tolerance.
  func seek(to time: CMTime, toleranceBefore tolerance: CMTime = .zero) throws {
    let result = Mutex<Bool?>(nil)
    player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: .zero) { isThere in
      result.withLock { $0 = isThere }
    }
    try device.wait { result.withLock { $0 } != nil }
    #expect(result.withLock { $0 } == true, "\(time.seconds)")
  }

  /// Plays, and lets the time begin.
  func play(_ rate: Float = 1) throws {
    player.rate = rate
    try device.wait { player.timeControlStatus == .playing }
  }

  /// Lets time go on, never faster than what is played is decoded.
  func step(_ frames: Int) throws {
    let items = items + others.withLock { $0 }
    try device.step(frames) {
      // An item that has ended leaves a queue before time goes on.
      items.allSatisfy(\.isPrepared)
        && !(player.actionAtItemEnd == .advance && player.currentItem?.hasReachedEnd == true)
    }
    // The host's clock, which wakes it otherwise, is behind.
    for item in items { item.lookAtTime() }
  }

  /// Lets time go on until something has happened, so many frames at a time.
  func step(by frames: Int = 960, until isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    while !isDone() {
      guard Date() < deadline else { throw SteppedDevice.DidNotEnd() }
      try step(frames)
    }
  }

  /// The device's frame at which a time of the item is heard, while the item's time runs.
  func frame(of time: CMTime) throws -> Int64 {
    let timebase = try #require(item.timebase)
    let scale = CMTimeScale(device.device.sampleRate)
    let moment = timebase.convertTime(time, to: timebase.ultimateSourceClock)
    return CMTimeConvertScale(moment, timescale: scale, method: .default).value
  }

  /// What the device has played from a frame on, which was not forgotten, interleaved.
  ///
  /// - Parameter channelCount: the device's.
  func heard(from frame: Int64, channelCount: Int = 2) -> ArraySlice<Float> {
    let (samples, first) = (device.samples, device.firstFrame)
    return samples.dropFirst(Int(frame - first) * channelCount)
  }

  /// Returns sound without the silence before and behind it.
  static func trimmed(_ samples: [Float]) -> ArraySlice<Float> {
    guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 }) else {
      return []
    }
    return samples[first...last]
  }

  /// Counts a notification of an object.
  static func count(_ name: NSNotification.Name, of object: AnyObject) -> Counter {
    let counter = Counter()
    counter.token.withLock { token in
      token = Token(
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { note in
          let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? AVError
          counter.state.withLock { ($0.count, $0.error) = ($0.count + 1, error ?? $0.error) }
        })
    }
    return counter
  }

  final class Counter: Sendable {
    let state = Mutex((count: 0, error: AVError?.none))
    let token = Mutex<Token?>(nil)
    var count: Int { state.withLock { $0.count } }
    var error: AVError? { state.withLock { $0.error } }
    deinit { if let token = token.withLock({ $0?.object }) { NotificationCenter.default.removeObserver(token) } }
  }

  /// What ends an observation.
  struct Token: @unchecked Sendable {  // Sendable: the object is only given back.
    let object: any NSObjectProtocol
    init(_ object: any NSObjectProtocol) { self.object = object }
  }
}

/// The pictures of a file as a reader decodes them.
struct ReadPictures {
  let frames: [(time: CMTime, digest: Int)]

  init(_ url: URL, settings: [String: Any] = [:]) throws {
    let (asset, track) = try ReadMedia.track(url, .video)
    try self.init(asset, track, settings: settings)
  }

  init(_ asset: AVAsset, _ track: AVAssetTrack, settings: [String: Any] = [:]) throws {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? SteppedDevice.DidNotEnd() }
    var frames: [(CMTime, Int)] = []
    while let sample = output.copyNextSampleBuffer() {
      frames.append((sample.presentationTimeStamp, Self.digest(try #require(sample.imageBuffer))))
    }
    if let error = reader.error { throw error }
    self.frames = frames
  }

  /// The picture that is shown at a time.
  func frame(at time: CMTime) -> (time: CMTime, digest: Int)? { frames.last { $0.time <= time } ?? frames.first }

  /// What tells pictures apart.
  static func digest(_ buffer: CVPixelBuffer) -> Int {
    guard let format = PixelFormat(fourCC: CVPixelBufferGetPixelFormatType(buffer)) else {
      Issue.record("a decoder gives no pictures of the format \(CVPixelBufferGetPixelFormatType(buffer))")
      return 0
    }
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let isPlanar = CVPixelBufferGetPlaneCount(buffer) > 0
    var hasher = Hasher()
    for plane in 0..<format.planeCount {
      let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
      guard
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
      else { continue }
      // What lies behind a row is none of the picture.
      let count = format.bytesPerRow(width: width, plane: plane)
      for row in 0..<format.rowCount(height: height, plane: plane) {
        hasher.combine(bytes: UnsafeRawBufferPointer(start: base + row * stride, count: count))
      }
    }
    return hasher.finalize()
  }
}
