internal import AVFoundation
internal import Dispatch
internal import Synchronization

/// The images of a file's pictures at times: they are made while those before are encoded, no more than some ahead.
final class ThumbnailImages: Sendable {
  /// An image, the time that was asked for, and its picture's own.
  struct Thumbnail {
    let image: CGImage
    let requested: CMTime
    let actual: CMTime
  }

  private typealias Answer = Result<Thumbnail, JobError>

  private let generator: AVAssetImageGenerator
  private let input: String
  private let mayBeMissing: Bool
  private let answers = Mutex<[Answer]>([])
  private let made = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic<Bool>(false)

  /// Images that may be made before the ones there are taken: their memory stays bounded.
  private static let mostAhead = 2

  init(of source: Source, at times: ThumbnailTimes, _ description: ThumbnailDescription) {
    (input, mayBeMissing) = (source.input.name, times.mayBeMissing)
    for _ in 0..<Self.mostAhead { room.signal() }
    generator = AVAssetImageGenerator(asset: source.asset)
    generator.appliesPreferredTrackTransform = true
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (times.tolerance, times.tolerance)
    if let size = description.maximumSize {
      generator.maximumSize = CGSize(width: CGFloat(size.width), height: CGFloat(size.height))
    }
    generator.generateCGImagesAsynchronously(forTimes: times.times.map(NSValue.init(time:))) {
      requested, image, actual, _, error in
      self.put(
        image.map { .success(Thumbnail(image: $0, requested: requested, actual: actual)) }
          ?? .failure(self.problem(error, at: requested)), isMissing: (error as? AVError)?.code == .noImageAtTime)
    }
  }

  /// Returns the next image, in the order of the times, or nil if the media has none at the time and need not.
  ///
  /// - Throws: `JobError` of exit 64 where there is no picture at a time that was named, or of 65 to 69.
  func next() throws(JobError) -> Thumbnail? {
    made.wait()
    let answer = answers.withLock { $0.removeFirst() }
    room.signal()
    switch answer {
    case .success(let thumbnail): return thumbnail
    case .failure(let error) where error.code == .usage && mayBeMissing: return nil
    case .failure(let error): throw error
    }
  }

  /// Makes no further images.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    generator.cancelAllCGImageGeneration()
    room.signal()
  }

  private func put(_ answer: Answer, isMissing: Bool) {
    if isCancelled.load(ordering: .relaxed) { return }
    room.wait()
    answers.withLock { $0.append(answer) }
    made.signal()
    // After a cancellation nobody takes the images: signal here, so that the next one is not blocked.
    if isCancelled.load(ordering: .relaxed) { room.signal() }
  }

  private func problem(_ error: (any Error)?, at time: CMTime) -> JobError {
    guard let error = error as? AVError, error.code == .noImageAtTime else {
      return JobError(reading: error ?? AVError(.unknown), of: input)
    }
    return JobError(
      .usage, "\(input): there is no picture at \(ExactTime(time)?.clock ?? "that time")",
      hint: "avwrite inspect shows when its pictures begin and end")
  }
}
