import AVFoundation
import TestSupport
import Testing

@Suite("Encoding in several passes")
struct MultiPassTests {
  @Test
  func `WI-72: an input whose settings have something to reach can make several passes, once writing started`() throws {
    let folder = try TemporaryFolder()
    let contracts: [[String: Any]] = [
      [AVVideoAverageBitRateKey: 100_000], [AVVideoMaximumBitRateKey: 100_000], [AVVideoTargetSSIMKey: 0.98],
      [AVVideoMinimumSSIMKey: 0.9],
    ]
    for contract in contracts {
      let made = try WriterWithInput(in: folder.url, settings: Settings.video(compression: contract))
      made.input.performsMultiPassEncodingIfSupported = true
      let told = Told<Bool>()
      let observation = made.input.observe(\.canPerformMultiplePasses, options: [.initial, .new]) { _, change in
        told.append(change.newValue!)
      }
      made.start()
      #expect(made.input.canPerformMultiplePasses)
      #expect(told.values == [false, true])
      observation.invalidate()
      made.writer.cancelWriting()
    }
    let plain = try WriterWithInput(in: folder.url, settings: Settings.video(compression: contracts[0]))
    plain.start()
    #expect(!plain.input.canPerformMultiplePasses)
    plain.writer.cancelWriting()
    #expect(folder.names.isEmpty)
  }

  @Test func `WI-72: a similarity needs several passes: without them writing does not start, and the reason is said`()
    throws
  {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(
      in: folder.url, settings: Settings.video(compression: [AVVideoTargetSSIMKey: 0.98]))
    #expect(!made.writer.startWriting())
    #expect(made.writer.error.map { "\($0)" }?.contains("several passes") == true)
    #expect(folder.names.isEmpty)
  }

  @Test
  func `WI-73, WI-74, WI-75: passes ask for ordered parts of the source, and bring it to its bit rate`() async throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoAverageBitRateKey: 90_000])
    let ranges = try await bounded { try client.run() }
    #expect(ranges.count > 1)
    #expect(ranges.first == [CMTimeRange(start: .zero, duration: .positiveInfinity)])
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: CMTimeValue(PassClient.pictureCount), timescale: 25))
    for pass in ranges.dropFirst() {
      #expect(!pass.isEmpty && pass.allSatisfy { whole.containsTimeRange($0) && $0.duration > .zero })
      #expect(zip(pass, pass.dropFirst()).allSatisfy { $0.end < $1.start })
    }
    let report = try #require(client.input.multiPassReport)
    #expect(report.passCount == ranges.count && report.reachesTargets)
    let wanted = 90_000.0 / 8 * whole.duration.seconds
    #expect((wanted * 0.995...wanted).contains(Double(report.encodedByteCount)))
    let samples = try ReadMedia.stored(client.url, .video)
    #expect(samples.reduce(0) { $0 + $1.bytes.count } == Int(report.encodedByteCount))
  }

  /// With 200 pictures from one key frame to the next there is a single group, which is parted.
  @Test(arguments: [20, 200])
  func `WI-77: parts that were not encoded again are those of the first pass, and all times are one encoder's`(
    keyFrameInterval: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let compression: [String: Any] = [
      AVVideoAverageBitRateKey: 90_000, AVVideoMaxKeyFrameIntervalKey: keyFrameInterval,
    ]
    let (whole, first) = (
      try PassClient(in: folder.url, compression), try PassClient(in: folder.url, compression)
    )
    let ranges = try await bounded { try whole.run() }
    #expect(try await bounded { try first.run(passes: 1) }.count == 1)
    let (stitched, once) = (try ReadMedia.stored(whole.url, .video), try ReadMedia.stored(first.url, .video))
    #expect(stitched.count == PassClient.pictureCount && once.count == stitched.count)
    #expect(stitched.map(\.decodeTime) == once.map(\.decodeTime))
    #expect(stitched.map(\.presentationTime).sorted() == once.map(\.presentationTime).sorted())
    #expect(zip(stitched, once).allSatisfy { ($0.isSync || !$1.isSync) && $0.duration == $1.duration })
    func isAsked(_ time: CMTime) -> Bool { ranges.dropFirst().joined().contains { $0.containsTime(time) } }
    var changed = 0
    for (new, old) in zip(stitched, once) {
      if !isAsked(old.presentationTime) {
        #expect(new.bytes.hashValue == old.bytes.hashValue && new.presentationTime == old.presentationTime)
      }
      if new.bytes != old.bytes { changed += 1 }
    }
    #expect(changed > 0 && changed < once.count)
    // Every picture is decoded, in its order, and the first pass's as they were.
    let pictures = try ReadMedia.pictures(whole.url)
    for (new, old) in zip(pictures, try ReadMedia.pictures(first.url)) where !isAsked(old.time) {
      #expect(new.luma == old.luma)
    }
    #expect(pictures.map(\.time) == (0..<PassClient.pictureCount).map { CMTime(value: CMTimeValue($0), timescale: 25) })
  }

  @Test func `WI-77: a later pass that is cut short leaves what is whole`() async throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoAverageBitRateKey: 60_000])
    _ = try await bounded { try client.run(passes: 2, picturesOfLast: 7) }
    #expect(try ReadMedia.pictures(client.url).count == PassClient.pictureCount)
  }

  @Test func `a similarity is reached, and no part is below the least`() async throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoTargetSSIMKey: 0.95, AVVideoMinimumSSIMKey: 0.9])
    _ = try await bounded { try client.run() }
    let report = try #require(client.input.multiPassReport)
    #expect(report.reachesTargets)
    #expect(abs(report.averageSSIM - 0.95) < 0.002 && report.minimumSSIM >= 0.9)
  }

  @Test func `WI-80: what the first pass reached needs no second`() async throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoMaximumBitRateKey: 50_000_000])
    #expect(try await bounded { try client.run() }.count == 1)
    #expect(client.input.multiPassReport?.reachesTargets == true)
  }

  @Test func `WI-78, WI-79, AR-25: the documented loop reads again what each pass asks for`() async throws {
    let folder = try TemporaryFolder()
    let source = try PassClient(in: folder.url, [:])
    _ = try await bounded { try source.run() }
    let made = try WriterWithInput(
      in: folder.url, settings: PassClient.settings([AVVideoAverageBitRateKey: 90_000]))
    made.input.performsMultiPassEncodingIfSupported = true
    let (asset, track) = try ReadMedia.track(source.url, .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
    output.supportsRandomAccess = true
    reader.add(output)
    let passes = Counter()
    try await bounded { [input = made.input, writer = made.writer] in
      #expect(reader.startReading())
      made.start()
      let queue = DispatchQueue(label: "passes")
      let done = DispatchSemaphore(value: 0)
      input.respondToEachPassDescription(on: queue) {
        guard let description = input.currentPassDescription else {
          output.markConfigurationAsFinal()
          input.markAsFinished()
          done.signal()
          return
        }
        if passes.value > 0 { output.reset(forReadingTimeRanges: description.sourceTimeRanges) }
        passes.increment()
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
              return input.markCurrentPassAsFinished()
            }
          }
        }
      }
      done.wait()
      try finishWriting(writer)
    }
    #expect(passes.value > 1 && reader.status == .completed)
    #expect(made.input.multiPassReport?.reachesTargets == true)
    #expect(try ReadMedia.pictures(made.writer.outputURL).count == PassClient.pictureCount)
  }

  @Test func `WI-90: a receiver's controller tells what each pass needs, and ends the one before`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("received.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: PassClient.settings([AVVideoAverageBitRateKey: 90_000]))
    let (receiver, controller) = writer.inputReceiverRequestingMultiPass(for: input)
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    var passes = 0
    for await description in try #require(controller.passDescriptions) {
      passes += 1
      for index in PassClient.pictures(of: description) {
        try await receiver.append(CMReadySampleBuffer(unsafeBuffer: PassClient.sample(index)))
      }
    }
    // There is no pass that this could end, and nobody waits for one.
    input.markCurrentPassAsFinished()
    for await _ in try #require(controller.passDescriptions) { Issue.record("a pass after the last") }
    receiver.finish()
    await writer.finishWriting()
    #expect(passes > 1)
    #expect(try ReadMedia.pictures(url).count == PassClient.pictureCount)
  }

  @Test func `a size of the file is reached by one input`() throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoAverageBitRateKey: 90_000])
    let other = AVAssetWriterInput(
      mediaType: .video, outputSettings: PassClient.settings([AVVideoAverageBitRateKey: 90_000]))
    other.performsMultiPassEncodingIfSupported = true
    client.writer.add(other)
    client.writer.targetFileSize = 100_000
    #expect(!client.writer.startWriting())
    #expect(client.writer.error.map { "\($0)" }?.contains("performsMultiPassEncodingIfSupported") == true)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [true, false])
  func `WI-46: other inputs go on in any order of a client's calls`(soundComesFirst: Bool) async throws {
    let folder = try TemporaryFolder()
    let client = try PassClient(in: folder.url, [AVVideoAverageBitRateKey: 90_000], hasSound: true)
    let sound = try #require(client.sound)
    try await bounded {
      try client.start()
      if soundComesFirst { try Self.feed(sound) }
      _ = try client.makePasses()
      if !soundComesFirst { try Self.feed(sound) }
      try finishWriting(client.writer)
    }
    #expect(try ReadMedia.sound(client.url).count == 8 * 48_000)
    #expect(try ReadMedia.pictures(client.url).count == PassClient.pictureCount)
  }

  private static func feed(_ input: AVAssetWriterInput) throws {
    for second in 0..<8 {
      input.waitUntilReady()
      try #expect(input.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
    }
    input.markAsFinished()
  }

  @Test(arguments: 0..<3)
  func `WI-81: temporary files lie where they are wanted, have no names, and go with a cancelled writer`(passes: Int)
    async throws
  {
    let (folder, temporary) = (try TemporaryFolder(), try TemporaryFolder())
    let client = try PassClient(in: folder.url, [AVVideoAverageBitRateKey: 60_000])
    client.writer.directoryForTemporaryFiles = temporary.url
    try await bounded {
      try client.start()
      let told = Told<Bool>()
      let observation = client.input.observe(\.currentPassDescription, options: [.new]) { _, change in
        told.append(change.newValue! != nil)
      }
      _ = try client.makePasses(passes, finishes: false)
      client.writer.cancelWriting()
      client.input.markCurrentPassAsFinished()
      #expect(client.input.currentPassDescription == nil && told.values.last == false)
      observation.invalidate()
    }
    #expect(client.writer.status == .cancelled)
    #expect(folder.names.isEmpty && temporary.names.isEmpty)
  }
}
