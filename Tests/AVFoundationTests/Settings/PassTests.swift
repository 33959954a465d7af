import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Passes of an input")
struct PassTests {
  @Test(arguments: [false, true])
  func `WI-22, WI-72: multi-pass is off, and settings with nothing to reach make one pass`(isWanted: Bool) throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(!made.input.performsMultiPassEncodingIfSupported)
    made.input.performsMultiPassEncodingIfSupported = isWanted
    #expect(made.input.performsMultiPassEncodingIfSupported == isWanted)
    #expect(!made.input.canPerformMultiplePasses)
    made.start()
    #expect(!made.input.canPerformMultiplePasses)
    made.writer.cancelWriting()
  }

  @Test func `WI-74, WI-76, WI-79: the first pass covers everything, and none follows; both are told`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let told = Told<Bool>()
    let observation = made.input.observe(\.currentPassDescription, options: [.initial, .new]) { _, change in
      told.append(change.newValue! != nil)
    }
    #expect(made.input.currentPassDescription == nil)
    made.start()
    let ranges = try #require(made.input.currentPassDescription).sourceTimeRanges
    #expect(ranges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: .positiveInfinity)])
    made.input.markCurrentPassAsFinished()
    #expect(made.input.currentPassDescription == nil)
    #expect(told.values == [false, true, false])
    observation.invalidate()
    made.writer.cancelWriting()
  }

  @Test func `WI-73, WI-75, WI-78: a client that responds to passes writes its file in one`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.input.performsMultiPassEncodingIfSupported = true
    let queue = DispatchQueue(label: "passes")
    let done = DispatchSemaphore(value: 0)
    let calls = Told<Bool>()
    try await bounded { [input = made.input, writer = made.writer] in
      made.start()
      input.respondToEachPassDescription(on: queue) {
        calls.append(input.currentPassDescription != nil)
        guard input.currentPassDescription != nil else {
          input.markAsFinished()
          done.signal()
          return
        }
        let next = Mutex(0)
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < 30, let sample = try? ComputedMedia.videoSample(index), input.append(sample) else {
              return input.markCurrentPassAsFinished()
            }
          }
        }
      }
      done.wait()
      try finishWriting(writer)
    }
    #expect(calls.values == [true, false])
    #expect(try ReadMedia.pictures(made.writer.outputURL).count == 30)
  }

  @Test func `WI-73: after the end of a pass a request may be registered again`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    made.input.requestMediaDataWhenReady(on: DispatchQueue(label: "first")) {}
    made.input.markCurrentPassAsFinished()
    made.input.requestMediaDataWhenReady(on: DispatchQueue(label: "second")) {}
    made.writer.cancelWriting()
  }

  @Test func `WI-50: the block for passes is not called any more once the input is finished`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    let calls = Counter()
    let queue = DispatchQueue(label: "passes")
    made.start()
    made.input.respondToEachPassDescription(on: queue) { [input = made.input] in
      calls.increment()
      input.markAsFinished()
      // The end of a pass of a finished input is told to nobody.
      input.markCurrentPassAsFinished()
    }
    // What was scheduled has run when a later block of the serial queue runs, and what that scheduled behind another.
    for _ in 0..<2 { queue.sync {} }
    #expect(calls.value == 1)
    made.writer.cancelWriting()
  }

  enum Ending: CaseIterable { case noFurtherPass, marked, finished, cancelled, dropped }

  @Test(arguments: Ending.allCases)
  func `WI-78: a block for passes that holds its input goes, and the input with it`(ending: Ending) async throws {
    final class Client: Sendable {
      let queue = DispatchQueue(label: "passes")
      let input: AVAssetWriterInput
      let done: DispatchSemaphore

      init(_ input: AVAssetWriterInput, _ done: DispatchSemaphore) { (self.input, self.done) = (input, done) }

      deinit { done.signal() }

      func respond(_ ending: Ending) {
        let told = DispatchSemaphore(value: 0)
        input.respondToEachPassDescription(on: queue) {
          guard self.input.currentPassDescription != nil, ending != .marked else {
            self.input.markAsFinished()
            told.signal()
            return
          }
          guard ending == .noFurtherPass else {
            told.signal()
            return
          }
          self.input.markCurrentPassAsFinished()
        }
        told.wait()
      }
    }
    let folder = try TemporaryFolder()
    let gone = DispatchSemaphore(value: 0)
    try await bounded {
      do {
        let made = try WriterWithInput(in: folder.url)
        made.start()
        Client(made.input, gone).respond(ending)
        switch ending {
        case .noFurtherPass, .marked, .finished: try? finishWriting(made.writer)
        case .cancelled: made.writer.cancelWriting()
        case .dropped: break
        }
      }
      gone.wait()
    }
  }

  @Test func `WI-46: an input that asks for several passes and makes one does not make the others wait`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.input.performsMultiPassEncodingIfSupported = true
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    made.writer.add(audio)
    made.start()
    #expect(!made.input.canPerformMultiplePasses)
    #expect(audio.isReadyForMoreMediaData && made.input.isReadyForMoreMediaData)
    // All of the sound before the first picture.
    for second in 0..<5 {
      audio.waitUntilReady()
      try #expect(audio.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
    }
    audio.markAsFinished()
    made.input.waitUntilReady()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try finishWriting(made.writer)
    #expect(try ReadMedia.sound(made.writer.outputURL).count == 5 * 48_000)
  }

  @Test func `WI-77: an input that is finished without the end of its pass keeps what it has`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.input.performsMultiPassEncodingIfSupported = true
    try await bounded {
      made.start()
      for index in 0..<5 {
        made.input.waitUntilReady()
        #expect(made.input.append(try ComputedMedia.videoSample(index)))
      }
      made.input.markAsFinished()
      try finishWriting(made.writer)
    }
    #expect(try ReadMedia.pictures(made.writer.outputURL).count == 5)
  }

  @Test func `WI-81: a writer with a multi-pass input beside a real-time one does not start, and says why`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.input.performsMultiPassEncodingIfSupported = true
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    audio.expectsMediaDataInRealTime = true
    made.writer.add(audio)
    #expect(!made.writer.startWriting())
    #expect(made.writer.status == .failed)
    let reason = try #require(
      (made.writer.error as NSError?)?.localizedFailureReason ?? made.writer.error.map { "\($0)" })
    #expect(reason.contains("real time"))
  }

  enum Mistake: String, Misuse {
    case multiPassInRealTime = "WI-81: multi-pass on a real-time input"
    case realTimeInMultiPass = "WI-81: real time on a multi-pass input"
    case markWithoutWriter = "WI-73: the end of a pass of an input that is not added"
    case respondWithoutWriter = "WI-78: a response to passes of an input that is not added"
    case markBeforeStart = "WI-73: the end of a pass before writing starts"
    case respondBeforeStart = "WI-78: a response to passes before writing starts"
    case respondTwice = "WI-78: a second response to passes"

    var exception: (name: ExceptionName, words: [String]) {
      switch self {
      case .multiPassInRealTime, .realTimeInMultiPass: (.invalidArgument, ["real time", "several passes"])
      case .markWithoutWriter: (.internalInconsistency, ["markCurrentPassAsFinished()", "added"])
      case .respondWithoutWriter: (.internalInconsistency, ["respondToEachPassDescription", "added"])
      case .markBeforeStart: (.internalInconsistency, ["markCurrentPassAsFinished()", "startWriting()"])
      case .respondBeforeStart: (.internalInconsistency, ["respondToEachPassDescription", "startWriting()"])
      case .respondTwice: (.internalInconsistency, ["respondToEachPassDescription", "already"])
      }
    }

    func commit(in folder: URL) throws {
      let made = try WriterWithInput(in: folder)
      let alone = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      switch self {
      case .multiPassInRealTime:
        made.input.expectsMediaDataInRealTime = true
        made.input.performsMultiPassEncodingIfSupported = true
      case .realTimeInMultiPass:
        made.input.performsMultiPassEncodingIfSupported = true
        made.input.expectsMediaDataInRealTime = true
      case .markWithoutWriter: alone.markCurrentPassAsFinished()
      case .respondWithoutWriter: alone.respondToEachPassDescription(on: .main) {}
      case .markBeforeStart: made.input.markCurrentPassAsFinished()
      case .respondBeforeStart: made.input.respondToEachPassDescription(on: .main) {}
      case .respondTwice:
        made.start()
        made.input.respondToEachPassDescription(on: .main) {}
        made.input.respondToEachPassDescription(on: .main) {}
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `misuse stops the process with Apple's kind of message`(mistake: Mistake) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake, folder = folder.url as URL] in
      try mistake.commit(in: folder)
    }
    expectException(mistake, result)
  }
}
