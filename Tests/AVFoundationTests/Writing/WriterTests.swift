import AVFoundation
import MovieFile
import TestSupport
import Testing

/// The states of a writer, its inputs and its end.
@Suite("A writer")
struct WriterTests {
  @Test func `AW-01, AW-55: a writer writes one complete file once`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Settings.video()) { writer, _ in
      #expect(writer.status == .unknown)
      #expect(writer.error == nil)
    }
    #expect(folder.names == ["out.mov"])
    let made = try WriterWithInput(in: folder.url)
    made.start()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try finishWriting(made.writer)
    #expect(made.writer.error == nil)
    #expect(!made.writer.startWriting())
    #expect(made.writer.status == .completed)
  }

  @Test
  func `AW-02, AW-03: a URL that is no file URL is refused, and so is a declared type that is not written`() throws {
    let folder = try TemporaryFolder()
    let remote = #expect(throws: AVError.self) {
      try AVAssetWriter(outputURL: URL(string: "https://example.com/a.mov")!, fileType: .mov)
    }
    #expect(remote?.code == .operationNotAllowed)
    let picture = #expect(throws: AVError.self) { try AVAssetWriter(url: folder.file("a.heic"), fileType: .heic) }
    #expect(picture?.code == .formatUnsupported)
  }

  @Test func `AW-04: an existing file makes the start fail, and is not touched`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try Data("precious".utf8).write(to: url)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    #expect(!writer.startWriting())
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: url) == Data("precious".utf8))
    #expect(folder.names == ["out.mov"])
  }

  @Test func `AW-04: a file that appears while writing is not overwritten`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try Data("precious".utf8).write(to: made.writer.outputURL)
    #expect(throws: AVError.self) { try finishWriting(made.writer) }
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: made.writer.outputURL) == Data("precious".utf8))
    #expect(folder.names.count == 1)
  }

  @Test func `AW-06: a writer reports its URL, its type and what the container accepts`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("a.mov"), fileType: .mov)
    #expect(writer.outputURL == folder.file("a.mov"))
    #expect(writer.outputFileType == .mov)
    #expect(Set(writer.availableMediaTypes).isSuperset(of: [.video, .audio, .text, .timecode]))
    #expect(try AVAssetWriter(outputURL: folder.file("a.wav"), fileType: .wav).availableMediaTypes == [.audio])
  }

  @Test func `AW-10, AW-12, AW-54: from unknown to writing to completed, and terminal states stay`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(made.writer.status == .unknown)
    made.start()
    #expect(made.writer.status == .writing)
    #expect(made.writer.error == nil)
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try finishWriting(made.writer)
    #expect(made.writer.status == .completed)
    made.writer.cancelWriting()
    #expect(made.writer.status == .completed)
    #expect(AVAssetWriter.Status.allRawValues == [0, 1, 2, 3, 4])
  }

  @Test(arguments: ["no-folder/out.mov", "out.mov"])
  func `AW-11: a start that fails ends in the state failed`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file(name), fileType: .mov)
    // The second case has no input.
    if name != "out.mov" { writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())) }
    #expect(!writer.startWriting())
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == (name == "out.mov" ? .operationNotAllowed : .unknown))
    #expect(!writer.startWriting())
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-11: after a start that fails the inputs' waiting loops end, and append is false`() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out.wav"), fileType: .wav)
    let inputs = (0..<2).map { _ in AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm()) }
    for input in inputs { writer.add(input) }
    // WAVE holds one track: the second one is refused when writing starts.
    #expect(!writer.startWriting())
    #expect(writer.status == .failed)
    try await bounded {
      for input in inputs {
        input.waitUntilReady()
        try #expect(!input.append(ComputedMedia.audioSample(start: 0, count: 1024)))
        input.markAsFinished()
      }
      let done = DispatchSemaphore(value: 0)
      writer.finishWriting { done.signal() }
      done.wait()
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-20: canApply says what container and settings make of each other`() throws {
    let folder = try TemporaryFolder()
    let cases: [(AVFileType, AVMediaType, [String: Any]?, Bool)] = [
      (.mov, .video, Settings.video(), true), (.mp4, .video, Settings.video(), true),
      (.m4v, .video, Settings.video(), true), (.m4a, .video, Settings.video(), false),
      (.wav, .video, Settings.video(), false), (.mov, .audio, Settings.aac(), true),
      (.m4a, .audio, Settings.aac(), true), (.wav, .audio, Settings.aac(), false),
      (.mp3, .audio, Settings.aac(), false), (.mov, .audio, Settings.pcm(), true),
      (.wav, .audio, Settings.pcm(), true), (.m4a, .audio, Settings.pcm(), false),
      (.wav, .audio, Settings.pcm(isBigEndian: true), false), (.mov, .audio, Settings.pcm(isBigEndian: true), true),
      (.mp3, .audio, [AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2], true),
      (.mov, .video, nil, true), (.wav, .video, nil, false), (.mov, .metadata, nil, true),
    ]
    for (fileType, mediaType, settings, expected) in cases {
      let writer = try AVAssetWriter(outputURL: folder.file("a"), fileType: fileType)
      let answer = writer.canApply(outputSettings: settings, forMediaType: mediaType)
      #expect(answer == expected, "\(fileType.rawValue) \(mediaType.rawValue) \(settings ?? [:])")
    }
  }

  @Test func `AW-22, AW-23: canAdd is false where add would stop the process`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(!made.writer.canAdd(made.input))
    let other = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    #expect(made.writer.canAdd(other))
    made.start()
    #expect(!made.writer.canAdd(other))
    made.writer.cancelWriting()
    let wave = try AVAssetWriter(outputURL: folder.file("a.wav"), fileType: .wav)
    #expect(!wave.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())))
    #expect(!wave.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())))
  }

  @Test func `WI-01, AW-24: inputs are listed in the order in which they were added, and are tracks in that order`()
    async throws
  {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(MediaFiles.fixture("h264-two-audio.mp4"), to: folder.file("out.mov"), .copying)
    #expect(transfer.writer.inputs.map(ObjectIdentifier.init) == transfer.lanes.map { ObjectIdentifier($0.input) })
    try await bounded {
      try transfer.run()
    }
    let tracks = AVURLAsset(url: transfer.destination).tracks
    #expect(tracks.map(\.mediaType) == transfer.lanes.map(\.input.mediaType))
    #expect(tracks.map(\.trackID) == [1, 2, 3])
  }

  @Test
  func `AW-50, AW-52: the handler is called once, after completion, failure and cancellation alike`() async throws {
    let folder = try TemporaryFolder()
    for wanted in [AVAssetWriter.Status.completed, .failed, .cancelled] {
      let made = try WriterWithInput(in: folder.url)
      let calls = Counter()
      try await bounded {
        made.start()
        try #expect(made.input.append(ComputedMedia.videoSample(5)))
        if wanted == .cancelled { made.writer.cancelWriting() }
        if wanted == .failed {
          made.input.waitUntilReady()
          _ = made.input.append(try ComputedMedia.videoSample(1))
        }
        let done = DispatchSemaphore(value: 0)
        made.writer.finishWriting {
          #expect(made.writer.status == wanted)
          #expect((made.writer.error != nil) == (wanted == .failed))
          calls.increment()
          done.signal()
        }
        done.wait()
      }
      #expect(calls.value == 1)
    }
  }

  @Test func `AW-50: the asynchronous form finishes inputs that were not marked finished`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    await made.writer.finishWriting()
    #expect(made.writer.status == .completed)
    #expect(!made.input.isReadyForMoreMediaData)
  }

  @available(*, deprecated, message: "the deprecated form is what is tested")
  @Test func `AW-53: the blocking form says whether the file is complete`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url
    let results = try await bounded { () -> [Bool] in
      let complete = try WriterWithInput(in: url)
      complete.start()
      try #expect(complete.input.append(ComputedMedia.videoSample(0)))
      let cancelled = try WriterWithInput(in: url)
      cancelled.start()
      cancelled.writer.cancelWriting()
      return [complete.writer.finishWriting(), cancelled.writer.finishWriting()]
    }
    #expect(results == [true, false])
  }

  @Test func `AW-54: cancelling removes the file, and is possible before the start`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    for index in 0..<5 {
      made.input.waitUntilReady()
      try #expect(made.input.append(ComputedMedia.videoSample(index)))
    }
    made.writer.cancelWriting()
    #expect(made.writer.status == .cancelled)
    #expect(folder.names.isEmpty)
    let early = try WriterWithInput(in: folder.url)
    early.writer.cancelWriting()
    #expect(early.writer.status == .cancelled)
    #expect(!early.writer.startWriting())
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-17: a writer that is forgotten leaves no file`() async throws {
    let folder = try TemporaryFolder()
    func startAndForget() throws {
      let made = try WriterWithInput(in: folder.url)
      made.start()
      try #expect(made.input.append(ComputedMedia.videoSample(0)))
    }
    try startAndForget()
    try await bounded {
      // The file is removed by a worker that nobody waits for.
      while !folder.names.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
    }
  }

  @Test func `AW-56: finishing without a session fails, and leaves no file and no thread waiting`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(made.writer.startWriting())
    await made.writer.finishWriting()
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == .operationNotAllowed)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v])
  func `AW-63: with shouldOptimizeForNetworkUse the tables come first`(_ fileType: AVFileType) throws {
    let folder = try TemporaryFolder()
    for isFast in [false, true] {
      let url = folder.file("\(isFast)")
      try WrittenFile.video(url, fileType: fileType, settings: Settings.video()) { writer, _ in
        #expect(!writer.shouldOptimizeForNetworkUse)
        writer.shouldOptimizeForNetworkUse = isFast
      }
      #expect(try WrittenFile.movie(url).isFastStart == isFast)
      #expect(try ReadMedia.pictureTimes(url).count == 10)
    }
  }

  @Test func `AW-64: the movie's time scale is the given one, else the writer's choice`() throws {
    let folder = try TemporaryFolder()
    for scale in [0, 1000] as [CMTimeScale] {
      let url = folder.file("\(scale)")
      try WrittenFile.video(url, settings: Settings.video()) { writer, _ in writer.movieTimeScale = scale }
      let movie = try WrittenFile.movie(url)
      if scale > 0 { #expect(movie.header.timeScale == scale) } else { #expect(movie.header.timeScale > 0) }
      #expect(AVURLAsset(url: url).duration == CMTime(value: 10, timescale: 25))
    }
  }
}

extension AVAssetWriter.Status {
  fileprivate static var allRawValues: [Int] {
    [Self.unknown, .writing, .completed, .failed, .cancelled].map(\.rawValue)
  }
}
