import AVFoundation
import Combine

/// A model of a view in the shape that apps have: it follows a writer's input by key path, publishes what it sees on the
/// main queue, and is told of the end by a notification.
@MainActor
final class RecordingModel: ObservableObject {
  static let didFinish = Notification.Name("RecordingModelDidFinish")

  @Published private(set) var isReady = false
  @Published private(set) var hasPool = false
  @Published var title = ""
  @Published private(set) var finished = 0

  let input: AVAssetWriterInput
  let adaptor: AVAssetWriterInputPixelBufferAdaptor
  private var cancellables: Set<AnyCancellable> = []
  private var observation: NSKeyValueObservation?

  init(input: AVAssetWriterInput, adaptor: AVAssetWriterInputPixelBufferAdaptor, center: NotificationCenter = .default)
  {
    self.input = input
    self.adaptor = adaptor
    input.publisher(for: \.isReadyForMoreMediaData)
      .removeDuplicates()
      .receive(on: DispatchQueue.main)
      .assign(to: &$isReady)
    center.publisher(for: Self.didFinish, object: input)
      .receive(on: DispatchQueue.main)
      .sink { [weak self] _ in MainActor.assumeIsolated { self?.finished += 1 } }
      .store(in: &cancellables)
    observation = adaptor.observe(\.pixelBufferPool, options: [.initial, .new]) { [weak self] _, change in
      let hasPool = change.newValue.flatMap { $0 } != nil
      Task { @MainActor in self?.hasPool = hasPool }
    }
  }
}
