import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Observing a writer's inputs")
struct ReadinessObservingTests {
  @Test func `WI-42: readiness is told when writing starts and when the input is finished`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let told = Told<Bool>()
    let observation = made.input.observe(\.isReadyForMoreMediaData, options: [.initial, .new]) { input, change in
      told.append(change.newValue!)
    }
    made.start()
    made.input.markAsFinished()
    #expect(told.values == [false, true, false])
    made.writer.cancelWriting()
    // What is finished stays so.
    #expect(told.values == [false, true, false])
    observation.invalidate()
  }

  @Test func `WI-42, WI-43: a client that appends only when it is told so gets all its pictures into the file`()
    async throws
  {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let count = 200
    let queue = DispatchQueue(label: "feed")
    let done = DispatchSemaphore(value: 0)
    let next = Mutex(0)
    let feed: @Sendable () -> Void = { [input = made.input] in
      next.withLock { next in
        while next < count, input.isReadyForMoreMediaData {
          guard let sample = try? ComputedMedia.videoSample(next), input.append(sample) else { return }
          next += 1
          if next == count { done.signal() }
        }
      }
    }
    try await bounded {
      made.start()
      let observation = made.input.observe(\.isReadyForMoreMediaData, options: [.initial, .new]) { _, change in
        // The value that was told is believed: a change told late or never would end in a hang.
        if change.newValue == true { queue.async(execute: feed) }
      }
      done.wait()
      observation.invalidate()
      made.input.markAsFinished()
      try finishWriting(made.writer)
    }
    #expect(try ReadMedia.pictures(made.writer.outputURL).count == count)
  }

  @Test(arguments: [false, true])
  func `WI-42: after cancellation readiness is true, and that is told`(isStarted: Bool) throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let told = Told<Bool>()
    if isStarted {
      made.start()
      for index in 0..<50 where made.input.isReadyForMoreMediaData {
        _ = made.input.append(try ComputedMedia.videoSample(index))
      }
    }
    let observation = made.input.observe(\.isReadyForMoreMediaData, options: .new) { _, change in
      told.append(change.newValue!)
    }
    made.writer.cancelWriting()
    #expect(made.input.isReadyForMoreMediaData)
    if !isStarted { #expect(told.values == [true]) }
    if let last = told.values.last { #expect(last) }
    observation.invalidate()
  }

  @Test func `WI-42: a handler may ask the writer and the input anything`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let told = Told<AVAssetWriter.Status>()
    let writer = made.writer
    let observation = made.input.observe(\.isReadyForMoreMediaData) { input, _ in
      _ = writer.inputs.first?.isReadyForMoreMediaData
      _ = writer.error
      told.append(writer.status)
    }
    try await bounded {
      made.start()
      writer.cancelWriting()
    }
    #expect(told.values.first == .writing)
    observation.invalidate()
  }

  @Test func `PB-04: the pool is told when writing starts`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
    ]
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: made.input, sourcePixelBufferAttributes: attributes)
    let told = Told<Bool>()
    let observation = adaptor.observe(\.pixelBufferPool, options: [.initial, .new]) { adaptor, change in
      told.append(change.newValue! != nil)
      #expect(change.newValue! === adaptor.pixelBufferPool)
    }
    made.start()
    #expect(told.values == [false, true])
    observation.invalidate()
    made.writer.cancelWriting()
  }
}
