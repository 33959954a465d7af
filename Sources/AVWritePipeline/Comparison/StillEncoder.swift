internal import AVFoundation

/// An encoder of pictures to JPEG files: it writes a movie of Motion JPEG, each of whose samples is such a file.
struct StillEncoder {
  /// The folder in which the movie lies for a moment.
  let folder: String

  /// The largest width, in pixels. Two pictures of this width beside each other fill a screen.
  private static let maximumWidth = 960

  /// - Parameter pictures: the pictures, all of one size.
  /// - Throws: `JobError` of exit 73 or 74, or 70 where a picture cannot be encoded.
  func encode(_ pictures: [CVPixelBuffer]) throws(JobError) -> [Data] {
    guard let first = pictures.first else { return [] }
    let path = folder + "/stills.mov"
    defer { unlink(path) }
    do {
      try write(pictures, like: first, to: URL(fileURLWithPath: path))
      return try read(URL(fileURLWithPath: path))
    } catch {
      throw JobError(writing: error, to: path)
    }
  }

  private func write(_ pictures: [CVPixelBuffer], like first: CVPixelBuffer, to url: URL) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let (width, height) = size(of: first)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: width, AVVideoHeightKey: height])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input, sourcePixelBufferAttributes: nil)
    writer.add(input)
    guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    writer.startSession(atSourceTime: .zero)
    let done = DispatchSemaphore(value: 0)
    // The queue alone uses the iterator, and is done with it when the semaphore is signalled.
    nonisolated(unsafe) var rest = pictures.enumerated().makeIterator()
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "avwrite.stills")) {
      while input.isReadyForMoreMediaData {
        guard let (index, picture) = rest.next(),
          adaptor.append(picture, withPresentationTime: CMTime(value: CMTimeValue(index), timescale: 1))
        else {
          input.markAsFinished()
          done.signal()
          return
        }
      }
    }
    done.wait()
    writer.finishWriting { done.signal() }
    done.wait()
    guard writer.status == .completed else { throw writer.error ?? AVError(.unknown) }
  }

  private func read(_ url: URL) throws -> [Data] {
    let asset = AVURLAsset(url: url)
    guard let track = asset.tracks.first else { throw AVError(.unknown) }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    var stills: [Data] = []
    while let sample = output.copyNextSampleBuffer() {
      if let bytes = try sample.dataBuffer?.dataBytes() { stills.append(bytes) }
    }
    return stills
  }

  /// Returns the size of a still: within the largest width, in the picture's shape, and even.
  private func size(of picture: CVPixelBuffer) -> (Int, Int) {
    let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
    let scale = min(1, Double(Self.maximumWidth) / Double(width))
    func even(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
    return (even(width), even(height))
  }
}
