import AVFoundation

/// A program from before Swift's concurrency, in the shape that such programs share: a class without isolation, blocks
/// that change captured variables, completion on the main queue.
class SlideshowMaker: NSObject {
  var width = 64
  var height = 48
  private(set) var readyCount = 0
  private var observation: NSKeyValueObservation?

  func makeMovie(
    at url: URL, grays: [UInt8], progress: @escaping (Int) -> Void, completion: @escaping (Bool, Error?) -> Void
  ) {
    guard let writer = try? AVAssetWriter(outputURL: url, fileType: AVFileType.mov) else {
      return completion(false, nil)
    }
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264.rawValue,
      AVVideoWidthKey: NSNumber(value: width),
      AVVideoHeightKey: NSNumber(value: height),
    ]
    let input = AVAssetWriterInput(mediaType: AVMediaType.video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA),
        kCVPixelBufferWidthKey as String: NSNumber(value: width),
        kCVPixelBufferHeightKey as String: NSNumber(value: height),
      ])
    writer.add(input)
    observation = input.observe(\.isReadyForMoreMediaData, options: [.new]) { [weak self] _, change in
      if change.newValue == true { self?.readyCount += 1 }
    }
    guard writer.startWriting() else { return completion(false, writer.error) }
    writer.startSession(atSourceTime: CMTime.zero)

    var slide = 0
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "mediaInputQueue")) {
      while input.isReadyForMoreMediaData && slide < grays.count {
        autoreleasepool {
          guard let pool = adaptor.pixelBufferPool else { return }
          var made: CVPixelBuffer?
          guard CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess, let buffer = made else {
            return
          }
          CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: CVOptionFlags(0)))
          let bytes = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
          memset(CVPixelBufferGetBaseAddress(buffer)!, Int32(grays[slide]), bytes)
          CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: CVOptionFlags(0)))
          let time = CMTimeMake(value: Int64(slide), timescale: 1)
          if adaptor.append(buffer, withPresentationTime: time) {
            slide += 1
            progress(slide)
          }
        }
        if writer.status == .failed { break }
      }
      guard slide == grays.count || writer.status == .failed else { return }
      input.markAsFinished()
      writer.finishWriting {
        self.observation = nil
        completion(writer.status == .completed, writer.error)
      }
    }
  }
}
