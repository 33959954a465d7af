import AVFoundation
import MovieFile
import TestSupport
import Testing

/// What an input says of itself, and what its properties write.
@Suite("An input and its properties")
struct WriterInputTests {
  @Test func `WI-02, WI-14: an input reports what it was made from`() throws {
    let plain = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    #expect(plain.mediaType == .video)
    #expect(plain.sourceFormatHint == nil)
    #expect(plain.outputSettings?[AVVideoWidthKey] as? Int == 64)
    let hint = try ComputedMedia.pcmFormat()
    let hinted = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: hint)
    #expect(hinted.outputSettings == nil)
    #expect(hinted.sourceFormatHint === hint)
  }

  @Test(arguments: [1, 2])
  func `WI-05: one channel means mono and two mean stereo`(_ channels: Int) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.m4a")
    try WrittenFile.audio(
      url, fileType: .m4a, settings: Settings.aac(channels: channels), count: 4096, channels: channels)
    #expect(try ReadMedia.sound(url).channels == channels)
  }

  @Test func `WI-07: with a hint the codec alone is enough`() throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(
      MediaFiles.fixture("h264-aac-small.mp4"), to: folder.file("out.mp4"), .encoding, fileType: .mp4)
    #expect(transfer.video.input.outputSettings?[AVVideoWidthKey] == nil)
    try transfer.run()
    let (_, video) = try ReadMedia.track(transfer.destination, .video)
    #expect(video.naturalSize == CGSize(width: 160, height: 90))
    #expect(try ReadMedia.sound(transfer.destination).rate == 48_000)
  }

  @Test func `WI-07: a rate that only the source has becomes the codec's next higher one`() throws {
    let folder = try TemporaryFolder()
    let form = PCMForm(bits: 16, bytes: 2)
    // The rate of the first Macintosh.
    let rate = 22_254.545454
    let url = folder.file("out.m4a")
    try form.write(
      to: url, fileType: .m4a, settings: [AVFormatIDKey: kAudioFormatMPEG4AAC], count: 4000, rate: rate, channels: 1)
    #expect(try ReadMedia.sound(url).rate == 24_000)
    // A rate that is asked for is the nearest whole one, which AAC does not have.
    let writer = try AVAssetWriter(outputURL: folder.file("b.mov"), fileType: .mov)
    func canApply(_ settings: [String: Any]) -> Bool {
      writer.canApply(outputSettings: settings.merging([AVSampleRateKey: rate]) { $1 }, forMediaType: .audio)
    }
    #expect(canApply(Settings.pcm()) && !canApply(Settings.aac()))
    var basic = try #require(try form.format(channels: 1).audioStreamBasicDescription)
    basic.mSampleRate = .infinity
    let hint = try CMFormatDescription(audioStreamBasicDescription: basic)
    let input = AVAssetWriterInput(
      mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC], sourceFormatHint: hint)
    #expect(!writer.canAdd(input))
  }

  @Test func `WI-21 to WI-31: properties have Apple's defaults`() {
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    #expect(!video.expectsMediaDataInRealTime)
    #expect(video.naturalSize == .zero)
    #expect(video.transform == .identity)
    #expect(video.preferredVolume == 0)
    #expect(AVAssetWriterInput(mediaType: .audio, outputSettings: nil).preferredVolume == 1)
    #expect(video.languageCode == nil)
    #expect(video.extendedLanguageTag == nil)
    #expect(video.marksOutputTrackAsEnabled)
    #expect(video.mediaTimeScale == 0)
    #expect(!video.preferredMediaChunkDuration.isValid)
    #expect(video.preferredMediaChunkAlignment == 0)
  }

  @Test func `WI-23: the natural size is the format's unless one is given`() throws {
    let folder = try TemporaryFolder()
    for (name, size) in [("a.mov", CGSize.zero), ("b.mov", CGSize(width: 200, height: 100))] {
      try WrittenFile.video(folder.file(name), settings: Settings.video()) { _, input in input.naturalSize = size }
    }
    let derived = try WrittenFile.track(folder.file("a.mov")).header
    #expect(derived.width == 64 && derived.height == 48)
    let given = try WrittenFile.track(folder.file("b.mov")).header
    #expect(given.width == 200 && given.height == 100)
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `WI-23: text has the size that is given, and otherwise none`(type: AVFileType) throws {
    let folder = try TemporaryFolder()
    for size in [CGSize(width: 640, height: 60), .zero] {
      let url = folder.file("\(size.width).\(type.fileExtensions[0])")
      let text = try WrittenTracks.text(["One"])
      text.input.naturalSize = size
      try WrittenTracks.write(url, fileType: type, [text])
      #expect(try ReadMedia.track(url, .text).1.naturalSize == size)
    }
  }

  @Test func `WI-24, WI-25: transform and volume are the track's`() throws {
    let folder = try TemporaryFolder()
    let turned = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)
    try WrittenFile.video(folder.file("a.mov"), settings: Settings.video()) { _, input in input.transform = turned }
    #expect(try ReadMedia.track(folder.file("a.mov"), .video).1.preferredTransform == turned)
    try WrittenFile.audio(folder.file("b.mov"), settings: Settings.aac(), count: 2048) { _, input in
      input.preferredVolume = 0.5
    }
    #expect(try ReadMedia.track(folder.file("b.mov"), .audio).1.preferredVolume == 0.5)
  }

  @Test func `WI-26, WI-27, WI-28: language, tag and the enabled flag are the track's`() throws {
    let folder = try TemporaryFolder()
    try WrittenFile.audio(folder.file("a.mov"), settings: Settings.aac(), count: 2048) { _, input in
      input.languageCode = "por"
      input.extendedLanguageTag = "pt-BR"
      input.marksOutputTrackAsEnabled = false
    }
    let (_, track) = try ReadMedia.track(folder.file("a.mov"), .audio)
    #expect(track.languageCode == "por")
    #expect(track.extendedLanguageTag == "pt-BR")
    #expect(!track.isEnabled)
    try WrittenFile.audio(folder.file("b.mov"), settings: Settings.aac(), count: 2048)
    let (_, plain) = try ReadMedia.track(folder.file("b.mov"), .audio)
    #expect(plain.languageCode == nil && plain.extendedLanguageTag == nil && plain.isEnabled)
  }

  @Test func `WI-29: the media time scale is the given one`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Settings.video()) { _, input in input.mediaTimeScale = 90_000 }
    #expect(try WrittenFile.track(url).timeScale == 90_000)
    #expect(try ReadMedia.pictureTimes(url) == (0..<10).map { CMTime(value: $0, timescale: 25) })
  }

  @Test func `WI-30: no chunk is longer than the preferred duration`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    // Two tracks: the media of one alone would be a single run in the file.
    try WrittenFile.video(url, settings: Settings.video(), count: 25) { _, input in
      input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 5)
    }
    let track = try WrittenFile.track(url)
    #expect(track.chunkDurations.max()! <= Int64(track.timeScale) / 5)
    #expect(track.chunkDurations.count >= 5)
  }

  @Test func `WI-30: with an invalid duration the writer chooses, as before it was set`() throws {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 5)
    let other = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    input.preferredMediaChunkDuration = other.preferredMediaChunkDuration
    #expect(!input.preferredMediaChunkDuration.isValid)
    let folder = try TemporaryFolder()
    for isSet in [false, true] {
      try WrittenFile.video(folder.file("\(isSet).mov"), settings: Settings.video(), count: 25) { _, input in
        guard isSet else { return }
        input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 25)
        input.preferredMediaChunkDuration = .invalid
      }
    }
    let durations = try [false, true].map { try WrittenFile.track(folder.file("\($0).mov")).chunkDurations }
    #expect(durations[0] == durations[1])
  }

  @Test func `WI-30: a sample that is longer than the preferred duration is a chunk by itself`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Settings.video(), count: 5) { _, input in
      input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 1000)
    }
    let track = try WrittenFile.track(url)
    #expect(track.chunkDurations == Array(repeating: Int64(track.timeScale) / 25, count: 5))
  }

  @Test func `WI-31: chunks begin on a multiple of the preferred alignment`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Settings.video(), count: 25) { _, input in
      input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 5)
      input.preferredMediaChunkAlignment = 512
    }
    let offsets = try WrittenFile.track(url).chunkOffsets
    #expect(offsets.count >= 5)
    #expect(offsets.allSatisfy { $0 % 512 == 0 })
  }

  @Test func `WI-40, WI-43: an input is ready from the start of writing until it is finished`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(!made.input.isReadyForMoreMediaData)
    made.start()
    #expect(made.input.isReadyForMoreMediaData)
    made.input.markAsFinished()
    #expect(!made.input.isReadyForMoreMediaData)
    made.writer.cancelWriting()
  }

  @Test func `WI-44, WI-51: of two fed inputs the one that is ahead waits, until the other is marked finished`()
    async throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let fast = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      let slow = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      writer.add(fast)
      writer.add(slow)
      try WrittenFile.start(writer)
      let held = try HeldInput(slow)
      var start = 0
      while fast.isReadyForMoreMediaData {
        try #expect(fast.append(ComputedMedia.audioSample(start: start, count: 4800)))
        start += 4800
        if start > 480_000 { break }
      }
      // Half a second of write-ahead, and the buffer that went past it.
      #expect((24_000...33_600).contains(start))
      held.letGo()
      fast.waitUntilReady()
      try #expect(fast.append(ComputedMedia.audioSample(start: start, count: 4800)))
      try finishWriting(writer)
    }
  }

  @Test func `WI-45: in real time an input does not wait for the others`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let fast = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      fast.expectsMediaDataInRealTime = true
      let slow = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      writer.add(fast)
      writer.add(slow)
      try WrittenFile.start(writer)
      let held = try HeldInput(slow)
      // Two seconds: four times the write-ahead of others.
      for start in stride(from: 0, to: 96_000, by: 4800) {
        fast.waitUntilReady()
        try #expect(fast.append(ComputedMedia.audioSample(start: start, count: 4800)))
      }
      held.letGo()
      try finishWriting(writer)
    }
    #expect(try ReadMedia.sound(url).count == 96_000)
  }

  @Test func `WI-49: a block appends until its input is not ready, returns, and goes on when it is called again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let count = 200
    let next = Counter()
    let (runs, runsThatBeganReady, runsThatEndedHeld) = (Counter(), Counter(), Counter())
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      writer.add(input)
      try WrittenFile.start(writer)
      let done = DispatchSemaphore(value: 0)
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "request")) {
        runs.increment()
        if input.isReadyForMoreMediaData { runsThatBeganReady.increment() }
        while input.isReadyForMoreMediaData {
          let index = next.increment() - 1
          guard index < count, let sample = try? ComputedMedia.videoSample(index), input.append(sample) else {
            input.markAsFinished()
            done.signal()
            return
          }
        }
        runsThatEndedHeld.increment()
      }
      done.wait()
      try finishWriting(writer)
    }
    #expect(runsThatBeganReady.value == runs.value)
    // Every run but the last one ended because two pictures waited for the encoder.
    #expect(runsThatEndedHeld.value == runs.value - 1)
    #expect(runs.value > 1)
    #expect(try ReadMedia.pictureTimes(url).count == count)
  }

  @Test
  func `WI-48, WI-50: the block is called again until the input is marked finished, and then never`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let runs = Counter()
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
      writer.add(input)
      try WrittenFile.start(writer)
      let queue = DispatchQueue(label: "request")
      let done = DispatchSemaphore(value: 0)
      input.requestMediaDataWhenReady(on: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        let run = runs.increment()
        // One buffer a run, though more would be taken; every third run appends nothing.
        if run % 3 != 0 {
          // A block cannot throw, and computing a sample never does.
          _ = input.append(try! ComputedMedia.audioSample(start: (run - run / 3 - 1) * 480, count: 480))
        }
        if run == 30 {
          input.markAsFinished()
          done.signal()
        }
      }
      done.wait()
      try finishWriting(writer)
      // Whatever was scheduled has run when a later block of the serial queue runs.
      queue.sync {}
    }
    #expect(runs.value == 30)
    #expect(try ReadMedia.sound(url).count == 20 * 480)
  }
}

/// A number that several threads count up.
final class Counter: @unchecked Sendable {
  // Sendable: behind its lock.
  private let lock = NSLock()
  private var count = 0

  @discardableResult
  func increment() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }

  var value: Int { lock.withLock { count } }
}
