import AVFoundation
import Observation
import TestSupport
import Testing

/// Each property that Apple documents as observable, and each that it documents as not, as far as they exist.
@Suite("What is observable")
struct ObservabilityTests {
  private let folder: TemporaryFolder
  private let made: WriterWithInput

  init() throws {
    folder = try TemporaryFolder()
    made = try WriterWithInput(in: folder.url)
  }

  private let attributes: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
    kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
  ]

  /// Starts the writer, which changes every property of inputs and adaptors, and says what observers were told.
  private func toldByStarting<Object: NSObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, as describe: @escaping @Sendable (Value) -> Bool
  ) -> (keyValue: [Bool], tracking: Int) {
    let (told, tracked) = (Told<Bool>(), Told<Void>())
    let observation = object.observe(keyPath, options: .new) { _, change in told.append(describe(change.newValue!)) }
    withObservationTracking {
      _ = object[keyPath: keyPath]
    } onChange: {
      tracked.append(())
    }
    made.start()
    observation.invalidate()
    made.writer.cancelWriting()
    return (told.values, tracked.values.count)
  }

  @Test func `KO: AVAssetWriterInput.isReadyForMoreMediaData`() {
    let told = toldByStarting(made.input, \.isReadyForMoreMediaData) { $0 }
    #expect(told == ([true], 1))
  }

  @Test func `KO: AVAssetWriterInput.canPerformMultiplePasses`() {
    let told = toldByStarting(made.input, \.canPerformMultiplePasses) { $0 }
    #expect(told == ([false], 1))
  }

  @Test func `KO: AVAssetWriterInput.currentPassDescription`() {
    let told = toldByStarting(made.input, \.currentPassDescription) { $0 != nil }
    #expect(told == ([true], 1))
  }

  @Test func `KO: AVAssetWriterInputPixelBufferAdaptor.pixelBufferPool`() {
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: made.input, sourcePixelBufferAttributes: attributes)
    let told = toldByStarting(adaptor, \.pixelBufferPool) { $0 != nil }
    #expect(told == ([true], 1))
  }

  @Test func `KO, not: AVAssetWriterInputTaggedPixelBufferGroupAdaptor.pixelBufferPool`() {
    let adaptor = AVAssetWriterInputTaggedPixelBufferGroupAdaptor(
      assetWriterInput: made.input, sourcePixelBufferAttributes: attributes)
    let told = toldByStarting(adaptor, \.pixelBufferPool) { $0 != nil }
    #expect(told == ([], 0))
  }

  @Test func `KO, not: NSValue.timeValue, timeRangeValue, timeMappingValue: the initial call alone`() {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
    let mapping = CMTimeMapping(source: range, target: range)
    let told = Told<Double>()
    let observations = [
      NSValue(time: range.duration).observe(\.timeValue, options: [.initial, .new]) { _, change in
        told.append(change.newValue!.seconds)
      },
      NSValue(timeRange: range).observe(\.timeRangeValue, options: [.initial, .new]) { _, change in
        told.append(change.newValue!.duration.seconds)
      },
      NSValue(timeMapping: mapping).observe(\.timeMappingValue, options: [.initial, .new]) { _, change in
        told.append(change.newValue!.target.duration.seconds)
      },
    ]
    #expect(told.values == [0.5, 0.5, 0.5])
    for observation in observations { observation.invalidate() }
  }

  @Test
  func `an observation of an input waits for a writer with the asynchronous sequence of Swift's Observation`() async {
    let input = made.input
    var hasStarted = false
    for await isReady in Observations({ input.isReadyForMoreMediaData }) {
      if isReady { break }
      // Not from another task: the sequence is told of changes only from its first value on.
      if !hasStarted { made.start() }
      hasStarted = true
    }
    #expect(hasStarted && made.writer.status == .writing)
    made.writer.cancelWriting()
  }
}
