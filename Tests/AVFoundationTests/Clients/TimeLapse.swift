import AVFoundation

/// A program that makes a movie of still pictures, in the shape that time-lapse apps have: a pixel buffer adaptor and
/// its pool, fed when the writer asks for more.
final class TimeLapse: @unchecked Sendable {
  // Sendable: after `build` only the writer's queue touches what changes.

  enum Failure: Error {
    case cannotStart(any Error)
    case noPool
    case cannotAppend(any Error)
  }

  private let outputURL: URL
  private let size: CGSize
  private let pictureCount: Int
  private let framesPerSecond: CMTimeScale
  /// Paints one picture into a buffer.
  private let paint: @Sendable (Int, CVPixelBuffer) -> Void

  init(
    outputURL: URL, size: CGSize, pictureCount: Int, framesPerSecond: CMTimeScale,
    paint: @escaping @Sendable (Int, CVPixelBuffer) -> Void
  ) {
    self.outputURL = outputURL
    self.size = size
    self.pictureCount = pictureCount
    self.framesPerSecond = framesPerSecond
    self.paint = paint
  }

  func build(
    progress: @escaping @Sendable (Progress) -> Void, completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    let writer: AVAssetWriter
    do {
      writer = try AVAssetWriter(outputURL: outputURL, fileType: .mov)
    } catch {
      return completion(.failure(error))
    }
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264,
        AVVideoWidthKey: size.width,
        AVVideoHeightKey: size.height,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: size.width,
        kCVPixelBufferHeightKey as String: size.height,
      ])
    guard writer.canAdd(input) else { return completion(.failure(AVError(.unknown))) }
    writer.add(input)
    guard writer.startWriting() else {
      return completion(.failure(Failure.cannotStart(writer.error ?? AVError(.unknown))))
    }
    writer.startSession(atSourceTime: .zero)
    guard let pool = adaptor.pixelBufferPool else { return completion(.failure(Failure.noPool)) }
    feed(adaptor, from: pool, into: writer, progress, completion)
  }

  private func feed(
    _ adaptor: AVAssetWriterInputPixelBufferAdaptor, from pool: CVPixelBufferPool, into writer: AVAssetWriter,
    _ progress: @escaping @Sendable (Progress) -> Void,
    _ completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    let input = adaptor.assetWriterInput
    let state = Progress(totalUnitCount: Int64(pictureCount))
    let outputURL = outputURL
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "time-lapse")) { [self] in
      while input.isReadyForMoreMediaData, state.completedUnitCount < state.totalUnitCount {
        let time = CMTime(value: state.completedUnitCount, timescale: framesPerSecond)
        guard append(Int(state.completedUnitCount), at: time, to: adaptor, from: pool) else {
          input.markAsFinished()
          writer.cancelWriting()
          return completion(.failure(Failure.cannotAppend(writer.error ?? AVError(.unknown))))
        }
        state.completedUnitCount += 1
        progress(state)
      }
      guard state.completedUnitCount == state.totalUnitCount else { return }
      input.markAsFinished()
      writer.finishWriting {
        completion(writer.status == .completed ? .success(outputURL) : .failure(writer.error ?? AVError(.unknown)))
      }
    }
  }

  private func append(
    _ index: Int, at time: CMTime, to adaptor: AVAssetWriterInputPixelBufferAdaptor, from pool: CVPixelBufferPool
  ) -> Bool {
    var buffer: CVPixelBuffer?
    guard CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer) == kCVReturnSuccess, let buffer else {
      return false
    }
    CVPixelBufferLockBaseAddress(buffer, [])
    paint(index, buffer)
    CVPixelBufferUnlockBaseAddress(buffer, [])
    return adaptor.append(buffer, withPresentationTime: time)
  }
}
