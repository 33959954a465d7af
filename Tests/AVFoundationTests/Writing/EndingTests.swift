import AVFoundation
import MovieFile
import Synchronization
import TestSupport
import Testing

/// How writing ends, whatever was called before and by whom: a complete file, or none.
@Suite("The end of writing")
struct EndingTests {
  /// How far a writer has come.
  enum Stage: String, CaseIterable, CustomTestStringConvertible {
    case unstarted, withoutSession, inSession, afterSession, finishing, completed, failed, cancelled, notStartable
    var testDescription: String { rawValue }
  }

  private static let pictures = 5

  /// A writer that has come so far.
  private func writer(_ stage: Stage, in folder: TemporaryFolder) throws -> WriterWithInput {
    let made = try WriterWithInput(in: folder.url)
    switch stage {
    case .unstarted: break
    case .notStartable:
      // Apple's documentation excludes the pair.
      made.input.performsMultiPassEncodingIfSupported = true
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      audio.expectsMediaDataInRealTime = true
      made.writer.add(audio)
      #expect(!made.writer.startWriting())
    case .withoutSession: #expect(made.writer.startWriting())
    case .inSession, .afterSession, .finishing, .completed, .failed, .cancelled:
      made.start()
      for index in 0..<Self.pictures {
        made.input.waitUntilReady()
        try #expect(made.input.append(ComputedMedia.videoSample(index)))
      }
    }
    switch stage {
    case .afterSession: made.writer.endSession(atSourceTime: CMTime(value: 10, timescale: 25))
    case .finishing: made.writer.finishWriting {}
    case .completed: try finishWriting(made.writer)
    case .cancelled: made.writer.cancelWriting()
    case .failed:
      made.input.waitUntilReady()
      // Not after the picture before it.
      try #expect(made.input.append(ComputedMedia.videoSample(0)))
      // The encoder notices on its own thread.
      while made.writer.status == .writing { Thread.sleep(forTimeInterval: 0.001) }
      #expect(made.writer.status == .failed)
    default: break
    }
    return made
  }

  /// The name holds all pictures where writing completed, and nothing else.
  private func expectWholeOrNothing(_ made: WriterWithInput, in folder: TemporaryFolder) throws {
    if made.writer.status == .completed {
      #expect(made.writer.error == nil)
      #expect(folder.names == [made.writer.outputURL.lastPathComponent])
      #expect(try ReadMedia.pictureTimes(made.writer.outputURL).count == Self.pictures)
    } else {
      #expect(folder.names.isEmpty)
    }
  }

  @Test(arguments: Stage.allCases)
  func `AW-54: cancelling, at every stage`(_ stage: Stage) async throws {
    let folder = try TemporaryFolder()
    let made = try await bounded {
      let made = try writer(stage, in: folder)
      made.writer.cancelWriting()
      return made
    }
    switch stage {
    case .completed: #expect(made.writer.status == .completed)
    case .failed:
      #expect(made.writer.status == .failed)
      // Cancelling does nothing now, and waits for nothing: the file is gone when the handler of the end runs.
      try await bounded {
        let done = DispatchSemaphore(value: 0)
        made.writer.finishWriting { done.signal() }
        done.wait()
      }
    case .notStartable: #expect(made.writer.status == .failed)
    // Whichever comes first.
    case .finishing: #expect([.completed, .cancelled].contains(made.writer.status))
    default: #expect(made.writer.status == .cancelled)
    }
    #expect((made.writer.error != nil) == (made.writer.status == .failed))
    try expectWholeOrNothing(made, in: folder)
  }

  @Test(arguments: Stage.allCases.dropFirst())
  func `AW-50, AW-56: finishing, at every stage that has been started`(_ stage: Stage) async throws {
    let folder = try TemporaryFolder()
    let made = try await bounded {
      let made = try writer(stage, in: folder)
      let done = DispatchSemaphore(value: 0)
      made.writer.finishWriting { done.signal() }
      done.wait()
      return made
    }
    switch stage {
    case .withoutSession, .failed, .notStartable: #expect(made.writer.status == .failed)
    case .cancelled: #expect(made.writer.status == .cancelled)
    default: #expect(made.writer.status == .completed)
    }
    if stage == .withoutSession { #expect((made.writer.error as? AVError)?.code == .operationNotAllowed) }
    try expectWholeOrNothing(made, in: folder)
  }

  @Test(arguments: Stage.allCases.dropFirst())
  func `AW-01, AW-11: starting again, at every stage that has been started`(_ stage: Stage) async throws {
    let folder = try TemporaryFolder()
    try await bounded {
      let made = try writer(stage, in: folder)
      let status = made.writer.status
      #expect(!made.writer.startWriting())
      if stage != .finishing { #expect(made.writer.status == status) }
      made.writer.cancelWriting()
    }
  }

  @Test func `AW-54: cancelling while another thread finishes ends in a complete file or in none`() async throws {
    for round in 0..<Rounds.count(20, full: 300) {
      let folder = try TemporaryFolder()
      let made = try await bounded {
        let made = try writer(.inSession, in: folder)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          made.writer.finishWriting { done.signal() }
        }
        // Another place in each round.
        for _ in 0..<round * 20 { _ = made.writer.status }
        made.writer.cancelWriting()
        done.wait()
        return made
      }
      #expect([.completed, .cancelled].contains(made.writer.status))
      try expectWholeOrNothing(made, in: folder)
    }
  }

  @Test func `AW-50: a writer that is finishing ends its file, though nobody keeps it`() async throws {
    let folder = try TemporaryFolder()
    try await bounded {
      let done = DispatchSemaphore(value: 0)
      do {
        let made = try writer(.inSession, in: folder)
        made.writer.finishWriting { done.signal() }
      }
      done.wait()
    }
    #expect(folder.names.count == 1)
    let name = try #require(folder.names.first)
    #expect(try ReadMedia.pictureTimes(folder.file(name)).count == Self.pictures)
  }

  @Test
  func `AW-54: an observer that cancels, on a thread of the writer's own, does not wait for itself`() async throws {
    let folder = try TemporaryFolder()
    try await bounded {
      let made = try WriterWithInput(in: folder.url)
      let writer = made.writer
      made.start()
      let observation = made.input.observe(\.isReadyForMoreMediaData, options: .new) { _, change in
        // Readiness comes back when the encoder has taken a picture, on its thread.
        if change.newValue == true { writer.cancelWriting() }
      }
      // One picture again and again: the encoder cannot keep up with it.
      let picture = try ComputedMedia.videoSample(0, width: 640, height: 480)
      var index: CMTimeValue = 0
      while made.writer.status == .writing {
        made.input.waitUntilReady()
        index += 1
        let timing = CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: CMTime(value: index, timescale: 25), decodeTimeStamp: .invalid)
        _ = made.input.append(try CMSampleBuffer(copying: picture, withNewTiming: [timing]))
      }
      #expect(made.writer.status == .cancelled)
      observation.invalidate()
      let done = DispatchSemaphore(value: 0)
      made.writer.finishWriting { done.signal() }
      done.wait()
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-54: a handler of the end may cancel and finish again, and nothing changes`() async throws {
    let folder = try TemporaryFolder()
    let made = try await bounded {
      let made = try writer(.inSession, in: folder)
      let done = DispatchSemaphore(value: 0)
      let writer = made.writer
      writer.finishWriting {
        writer.cancelWriting()
        writer.finishWriting { done.signal() }
      }
      done.wait()
      return made
    }
    #expect(made.writer.status == .completed)
    try expectWholeOrNothing(made, in: folder)
  }

  /// Cancels with the first segment.
  private final class Quitter: NSObject, AVAssetWriterDelegate {
    let calls = Counter()

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
      segmentReport: AVAssetSegmentReport?
    ) {
      calls.increment()
      writer.cancelWriting()
    }
  }

  @Test func `AW-54, AW-70: a delegate that cancels is not called again`() async throws {
    let quitter = Quitter()
    try await bounded {
      let writer = AVAssetWriter(contentType: .mpeg4Movie)
      writer.delegate = quitter
      writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 5)
      writer.initialSegmentStartTime = .zero
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      writer.add(input)
      try WrittenFile.start(writer)
      var index = 0
      repeat {
        input.waitUntilReady()
        index += 1
      } while input.append(try ComputedMedia.videoSample(index))
      #expect(writer.status == .cancelled)
      let done = DispatchSemaphore(value: 0)
      writer.finishWriting { done.signal() }
      done.wait()
    }
    #expect(quitter.calls.value == 1)
  }

  @Test(arguments: [false, true])
  func `AW-04: of two writers of one file the first to finish has it, and the other one fails`(inFragments: Bool) throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writers = try (0..<2).map { _ in
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      if inFragments { writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
      return writer
    }
    // A file in fragments has its name from the start.
    #expect(writers[0].startWriting())
    #expect(writers[1].startWriting() == !inFragments)
    for (number, writer) in writers.enumerated() where writer.status == .writing {
      writer.startSession(atSourceTime: .zero)
      for index in 0..<Self.pictures + number {
        writer.inputs[0].waitUntilReady()
        try #expect(writer.inputs[0].append(ComputedMedia.videoSample(index)))
      }
      try? finishWriting(writer)
    }
    #expect(writers.map(\.status) == [.completed, .failed])
    #expect((writers[1].error as? AVError)?.code == .fileAlreadyExists)
    #expect(folder.names == ["out.mov"])
    #expect(try ReadMedia.pictureTimes(url).count == Self.pictures)
  }

  @Test(arguments: [false, true])
  func `AW-11: a file that cannot be made: the start fails with what the system says`(inFragments: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let places = [
      (folder.path("missing/out.mov"), ENOENT), (folder.path("file/out.mov"), ENOTDIR),
      ("/proc/out.mov", ENOENT), (folder.path(String(repeating: "n", count: 300) + ".mov"), ENAMETOOLONG),
    ]
    for (path, code) in places {
      let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: path), fileType: .mov)
      if inFragments { writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
      #expect(!writer.startWriting(), "\(path)")
      let error = try #require(writer.error as? AVError, "\(path)")
      #expect(error.code == .unknown, "\(path)")
      let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
      #expect(cause?.domain == NSPOSIXErrorDomain, "\(path)")
      #expect(cause.map { Int32($0.code) } == code, "\(path)")
    }
    #expect(folder.names == ["file"])
  }

  @Test func `a folder that goes away while writing makes the end fail, and no file appears`() throws {
    let folder = try TemporaryFolder()
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let made = try WriterWithInput(in: inner)
    made.start()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try FileManager.default.removeItem(at: inner)
    #expect(throws: AVError.self) { try finishWriting(made.writer) }
    #expect(made.writer.status == .failed)
    #expect(((made.writer.error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-54: cancelling ends the silence of hours that one sample behind a gap makes`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.m4a")
    let count = try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let day = 24 * 3600 * 48_000
      input.waitUntilReady()
      #expect(try input.append(ComputedMedia.audioSample(start: 0, count: 4800)))
      input.waitUntilReady()
      #expect(try input.append(ComputedMedia.audioSample(start: day - 48_000, count: 4800)))
      input.markAsFinished()
      while input.encodedSampleCount < 100 { Thread.sleep(forTimeInterval: 0.001) }
      writer.cancelWriting()
      return input.encodedSampleCount
    }
    #expect(count < 24 * 3600 * 48_000 / 1024 / 2)
    #expect(folder.names.isEmpty)
  }
}
