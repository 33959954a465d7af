import AVFoundation

/// Says which track fills the picture and which one is small in its corner.
final class PictureInPictureInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  let timeRange: CMTimeRange
  let enablePostProcessing = false
  let containsTweening = true
  let requiredSourceTrackIDs: [NSValue]?
  let passthroughTrackID = kCMPersistentTrackID_Invalid
  let largeID: CMPersistentTrackID
  let smallID: CMPersistentTrackID

  init(timeRange: CMTimeRange, large: CMPersistentTrackID, small: CMPersistentTrackID) {
    self.timeRange = timeRange
    largeID = large
    smallID = small
    requiredSourceTrackIDs = [NSNumber(value: large), NSNumber(value: small)]
  }
}

/// Draws one picture over another, a quarter of its size, on a queue of its own.
final class PictureInPictureCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
  private let queue = DispatchQueue(label: "picture-in-picture")
  private var isCancelled = false

  var sourcePixelBufferAttributes: [String: any Sendable]? {
    [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]]
  }

  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  }

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    queue.async {
      if self.isCancelled { return request.finishCancelledRequest() }
      guard let instruction = request.videoCompositionInstruction as? PictureInPictureInstruction,
        let large = request.sourceFrame(byTrackID: instruction.largeID),
        let result = request.renderContext.newPixelBuffer()
      else { return request.finish(with: AVError(.unknown)) }
      Self.draw(large, into: result, step: 1)
      if let small = request.sourceFrame(byTrackID: instruction.smallID) { Self.draw(small, into: result, step: 4) }
      request.finish(withComposedVideoFrame: result)
    }
  }

  func cancelAllPendingVideoCompositionRequests() {
    queue.async(flags: .barrier) { self.isCancelled = true }
    queue.async(flags: .barrier) { self.isCancelled = false }
  }

  /// Copies every pixel of some steps into the top left.
  private static func draw(_ source: CVPixelBuffer, into result: CVPixelBuffer, step: Int) {
    CVPixelBufferLockBaseAddress(source, .readOnly)
    CVPixelBufferLockBaseAddress(result, [])
    defer {
      CVPixelBufferUnlockBaseAddress(result, [])
      CVPixelBufferUnlockBaseAddress(source, .readOnly)
    }
    guard let from = CVPixelBufferGetBaseAddress(source), let to = CVPixelBufferGetBaseAddress(result) else { return }
    let (fromRow, toRow) = (CVPixelBufferGetBytesPerRow(source), CVPixelBufferGetBytesPerRow(result))
    let width = min(CVPixelBufferGetWidth(source) / step, CVPixelBufferGetWidth(result))
    let height = min(CVPixelBufferGetHeight(source) / step, CVPixelBufferGetHeight(result))
    for y in 0..<height {
      let (input, output) = (from + y * step * fromRow, to + y * toRow)
      for x in 0..<width {
        output.storeBytes(
          of: input.load(fromByteOffset: 4 * x * step, as: UInt32.self), toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }
}
