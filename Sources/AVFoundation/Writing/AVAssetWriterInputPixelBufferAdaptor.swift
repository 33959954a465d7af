public import CoreMedia
public import CoreVideo
public import Foundation
import FoundationSupplement
import MediaEngine
import Synchronization

/// Appends pixel buffers to a video input, and lends a pool of them (PB-01 to PB-10).
@available(macOS, deprecated: 26, message: "Use AVAssetWriter.inputPixelBufferReceiver(for:pixelBufferAttributes:)")
public final class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
  // Sendable: everything that changes is behind `pool`.

  /// The input that pixel buffers go to.
  public let assetWriterInput: AVAssetWriterInput
  /// The attributes of the pool's buffers. It is `nil` when no pool is wanted (PB-03).
  public let sourcePixelBufferAttributes: [String: Any]?

  private let pool = Mutex<CVPixelBufferPool?>(nil)

  /// An adaptor for a video input that has none and whose writer has not started; else the process stops
  /// (PB-01, PB-02).
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    if input.mediaType != .video { raise(.invalidArgument, "a pixel buffer adaptor needs a video input") }
    if let writer = input.state.withLock({ $0.writer }), writer.status != .unknown {
      raise(.invalidArgument, "a pixel buffer adaptor must be created before writing starts")
    }
    let isFirst = input.state.withLock { state in
      defer { state.hasPixelBufferAdaptor = true }
      return !state.hasPixelBufferAdaptor
    }
    if !isFirst { raise(.invalidArgument, "the input has a pixel buffer adaptor already") }
    assetWriterInput = input
    self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
  }

  /// The pool, or `nil` before writing starts and when no attributes were given (PB-03, PB-04). Observable.
  ///
  /// Stops the process when no pool can be made from the attributes: width, height and pixel format are
  /// needed (PB-05).
  public var pixelBufferPool: CVPixelBufferPool? {
    assetWriterInput.start.access()
    guard assetWriterInput.track != nil, let attributes = sourcePixelBufferAttributes else { return nil }
    return pool.withLock { pool in
      if let pool { return pool }
      var made: CVPixelBufferPool?
      let values = NSMutableDictionary()
      for (key, value) in attributes { values[key] = value }
      guard CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, values, &made) == kCVReturnSuccess, let made else {
        raise(.internalInconsistency, "no pixel buffer pool can be made from sourcePixelBufferAttributes")
      }
      pool = made
      return made
    }
  }

  /// Appends a picture, from the pool or from elsewhere, with its presentation time (PB-06, PB-10).
  ///
  /// It is kept until consumed and must not change. Stops the process when the time is not numeric (PB-07),
  /// the input is not ready (PB-08), not added or not started.
  ///
  /// - Returns: `false` when the writer failed, was cancelled or has no open session (PB-09).
  @discardableResult
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    guard let track = assetWriterInput.startedTrack(for: "append(_:withPresentationTime:)") else { return false }
    if !presentationTime.isNumeric { raise(.invalidArgument, "the presentation time must be numeric") }
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: presentationTime, decodeTimeStamp: .invalid)
    guard
      let format = try? CMVideoFormatDescription(imageBuffer: pixelBuffer),
      let sample = try? CMSampleBuffer(imageBuffer: pixelBuffer, formatDescription: format, sampleTiming: timing)
    else { return false }
    return assetWriterInput.didAppend(track.append(sample), "append(_:withPresentationTime:)")
  }
}
