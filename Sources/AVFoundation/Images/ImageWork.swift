import CoreGraphics
import CoreMedia
import DeviceInterop
import Dispatch
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// The images of an asset, made on a queue of their own until they are cancelled: requests one after the other, and the
/// images of one request side by side, where the machine has processors for that.
///
/// Whoever waits for an image keeps it. Any thread.
final class ImageWork: Sendable {
  /// An image and the time of its picture.
  typealias Image = (image: CGImage, actualTime: CMTime)

  private struct Tools {
    let track: AVAssetTrack
    let finder: PictureFinder
    let converter = StillConverter()
  }

  private let asset: AVAsset
  /// The composition of the pictures. It is `nil` if they are those of one track.
  private let compositing: VideoCompositing?
  /// The asset's content, which this work gives up when it is cancelled.
  private let content: any AssetContent
  private let session: any AssetSession
  private let queue = DispatchQueue(label: "avwrite.images")
  private let hasEnded = Atomic<Bool>(false)
  // The queue alone uses them.
  private nonisolated(unsafe) var tools: Tools?
  /// The plan of composed pictures, for whoever cancels.
  private let plan = Mutex<CompositedPictures.Plan?>(nil)
  /// The identity of the thread that calls a client's handler now. It is 0 where none is called.
  private let teller = Atomic<UInt>(0)

  init(_ asset: AVAsset, _ compositing: VideoCompositing?) {
    (self.asset, self.compositing) = (asset, compositing)
    content = asset.content.cancellable
    session = content.makeSession(onDamage: .endsReading)
  }

  deinit { content.cancel() }

  /// Lets all images that are not made yet fail soon. It does not wait.
  func cancel() {
    hasEnded.store(true, ordering: .relaxed)
    content.cancel()
    plan.withLock { $0 }?.compositor?.cancel()
  }

  var isCancelled: Bool { hasEnded.load(ordering: .relaxed) }

  /// Does something on the queue.
  func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Does something on the queue, and waits for it. A handler that waits does it at once, since the queue waits for the
  /// handler.
  func wait<Value>(for body: () throws -> Value) rethrows -> Value {
    try teller.load(ordering: .relaxed) == pthread_self() ? body() : queue.sync(execute: body)
  }

  /// Calls a client's handler, one at a time.
  func tell(_ handler: () -> Void) {
    teller.store(pthread_self(), ordering: .relaxed)
    handler()
    teller.store(0, ordering: .relaxed)
  }

  /// Makes an image. It is called on the queue.
  ///
  /// - Throws: `AVError`: see `AVAssetImageGenerator.image(at:)`.
  func image(at time: CMTime, _ settings: ImageSettings) throws -> Image {
    try image(at: time, settings) { try openTools() }
  }

  /// Makes the images for times in ascending order, and calls the handler for each in that order, with the index of its
  /// time. It is called on the queue.
  func images(
    at times: [CMTime], _ settings: ImageSettings, handler: @Sendable (Int, Result<Image, any Error>) -> Void
  ) {
    // An error in opening the tools is told with each image, which opens them again.
    let series = try? openTools().finder.series(of: times)
    guard isInFile, let series, series.finderCount > 1 else {
      for (index, time) in times.enumerated() {
        let result = Result { try image(at: time, settings) }
        tell { handler(index, result) }
      }
      return
    }
    let work = OrderedWork<Result<Image, any Error>>(series.runs, workerCount: series.finderCount)
    work.perform {
      let tools = Result { try makeTools(finderCount: series.finderCount) }
      return { index in Result { try self.image(at: times[index], settings) { try tools.get() } } }
    } tell: { index, result in
      tell { handler(index, isCancelled ? .failure(Self.cancellation) : result) }
    }
  }

  /// A Boolean value that says whether the media is in a local file, which several readers can read at once.
  private var isInFile: Bool { asset is AVURLAsset && asset.content.isLocal }

  static var cancellation: AVError {
    AVError(MediaError(.cancelled, .decoding, "image generation was cancelled"))
  }

  private func image(at time: CMTime, _ settings: ImageSettings, with open: () throws -> Tools) throws -> Image {
    do {
      if isCancelled { throw Self.cancellation }
      let tools = try open()
      let found = try tools.finder.picture(
        at: time, toleranceBefore: settings.toleranceBefore, toleranceAfter: settings.toleranceAfter)
      guard let found else { throw AVError(noImageAt: time, in: asset) }
      let image = try tools.converter.image(
        of: found.buffer, StillForm(of: found.buffer, compositing == nil ? tools.track : nil, settings))
      return (image, found.time)
    } catch {
      // A read that was cancelled may end with another error.
      throw isCancelled ? Self.cancellation : AVError(wrapping: error)
    }
  }

  private func openTools() throws -> Tools {
    if let tools { return tools }
    let made = try makeTools()
    tools = made
    return made
  }

  /// - Parameter finderCount: the number of finders that work side by side.
  private func makeTools(finderCount: Int = 1) throws -> Tools {
    // The asset itself would wait for its media whether the work is cancelled or not.
    _ = try content.load()
    let tracks = asset.tracks(withMediaType: .video)
    guard let track = tracks.first(where: \.isEnabled) ?? tracks.first else {
      throw AVError(noImageAt: nil, in: asset)
    }
    let plan = try compositing?.plan(of: asset.composedTracks, in: asset)
    self.plan.withLock { $0 = plan }
    // Whoever cancelled before has not found it.
    if isCancelled { plan?.compositor?.cancel() }
    let finder = try PictureFinder(
      track.information, in: content, session, composed: plan, finderCount: finderCount)
    return Tools(track: track, finder: finder)
  }
}

extension StillForm {
  /// The form of the image of a picture.
  ///
  /// - Parameter track: the track of the picture, or `nil` for a composed one.
  fileprivate init(of picture: CVPixelBuffer, _ track: AVAssetTrack?, _ settings: ImageSettings) {
    let shape = PictureShape(track, AVVideoApertureMode(rawValue: settings.apertureMode.rawValue))
    self.init(
      part: shape.part(of: picture), pixelShape: shape.pixelShape(of: picture),
      orientation: settings.appliesTransform ? shape.orientation : .upright, maximumSize: settings.maximumSize,
      keepsDynamicRange: settings.dynamicRangePolicy == .matchSource)
  }
}

extension AVError {
  /// The error of a request for an image where the asset shows none.
  ///
  /// - Parameter time: the requested time, or `nil` if the asset has no pictures.
  fileprivate init(noImageAt time: CMTime?, in asset: AVAsset) {
    let place =
      switch time {
      case nil: "no track of pictures"
      case let time? where time.isNumeric: "no picture at \(time.seconds) s"
      case _?: "no picture at a time that is not a number"
      }
    let name = (asset as? AVURLAsset).map { "\($0.url.isFileURL ? $0.url.path : $0.url.absoluteString): " } ?? ""
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: "\(name)there is \(place)", NSLocalizedFailureReasonErrorKey: "there is \(place)",
    ]
    if let time, time.isNumeric { userInfo[AVErrorTimeKey] = NSValue(time: time) }
    self.init(.noImageAtTime, userInfo: userInfo)
  }
}
