import AVFoundation
import MovieFile
import TestSupport
import Testing

/// What becomes of appended samples.
@Suite("Appending")
struct AppendingTests {
  @Test(arguments: ["h264-aac.mov", "h264-vfr.mov"])
  func `WI-03, WI-68: passthrough stores the bytes of every sample`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(MediaFiles.fixture(name), to: folder.file("out.mov"), .copying)
    try await bounded {
      try transfer.run()
    }
    for mediaType in [AVMediaType.video, .audio] {
      let source = try ReadMedia.stored(transfer.source, mediaType)
      let copy = try ReadMedia.stored(transfer.destination, mediaType)
      #expect(copy.map(\.bytes) == source.map(\.bytes))
      #expect(copy.map(\.presentationTime) == source.map(\.presentationTime))
      #expect(copy.map(\.isSync) == source.map(\.isSync))
    }
  }

  @Test func `WI-04: passthrough into mov needs no hint, and into mp4 works with one`() throws {
    let folder = try TemporaryFolder()
    let source = MediaFiles.fixture("h264-aac-small.mp4")
    let (asset, track) = try ReadMedia.track(source, .video)
    let hint = track.format
    for (fileType, hint) in [(AVFileType.mov, nil), (.mp4, hint)] {
      let url = folder.file(fileType == .mov ? "out.mov" : "out.mp4")
      let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: hint)
      #expect(writer.canAdd(input))
      writer.add(input)
      try WrittenFile.start(writer)
      try ReadMedia.forEachSample(of: source, .video, settings: nil) { sample in
        input.waitUntilReady()
        #expect(input.append(sample))
      }
      try finishWriting(writer)
      #expect(try ReadMedia.pictureTimes(url) == ReadMedia.pictureTimes(source))
    }
    _ = asset
    let writer = try AVAssetWriter(outputURL: folder.file("no.mp4"), fileType: .mp4)
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)))
  }

  @Test
  func `WI-60, AW-38: before a session starts and after it ended append is false, and the writer goes on`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(made.writer.startWriting())
    #expect(made.input.isReadyForMoreMediaData)
    try #expect(!made.input.append(ComputedMedia.videoSample(0)))
    #expect(made.writer.status == .writing)
    made.writer.startSession(atSourceTime: .zero)
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    made.writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1))
    made.input.waitUntilReady()
    try #expect(!made.input.append(ComputedMedia.videoSample(1)))
    try finishWriting(made.writer)
    #expect(try ReadMedia.pictureTimes(made.writer.outputURL) == [.zero])
  }

  @Test func `WI-62: append is false when writing failed, and status and error say why`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    try await bounded {
      made.start()
      // Time goes back: a picture cannot be presented before the one that came before it in decode order.
      var index = 100
      repeat {
        made.input.waitUntilReady()
        index -= 1
      } while made.input.append(try ComputedMedia.videoSample(index))
    }
    #expect(made.writer.status == .failed)
    let error = try #require(made.writer.error as? AVError)
    #expect(error.code == .encodeFailed)
    #expect(!error.localizedDescription.isEmpty)
  }

  @Test(arguments: [AVMediaType.video, .audio])
  func `WI-62: append is false when writing was cancelled`(_ mediaType: AVMediaType) throws {
    let folder = try TemporaryFolder()
    let settings = mediaType == .video ? Settings.video() : Settings.aac()
    let made = try WriterWithInput(in: folder.url, mediaType: mediaType, settings: settings)
    let sample =
      mediaType == .video ? try ComputedMedia.videoSample(0) : try ComputedMedia.audioSample(start: 0, count: 480)
    made.start()
    made.writer.cancelWriting()
    #expect(!made.input.append(sample))
    #expect(made.writer.status == .cancelled)
    #expect(made.writer.error == nil)
  }

  @Test func `WI-63: an appended buffer is kept until it is consumed`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try await bounded {
      // Each buffer's only reference is the writer's once it is appended.
      try WrittenFile.video(
        url, settings: Settings.video(compression: [AVVideoConstantRateFactorKey: 12]), count: 30)
    }
    for (index, picture) in try ReadMedia.pictures(url).enumerated() {
      let original = ReadMedia.picture(ComputedMedia.picture(width: 64, height: 48, index: index))
      #expect(psnr(picture.luma, original.luma) > 38)
    }
  }

  @Test func `WI-64: times are the output times, relative to the session's start`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    #expect(made.writer.startWriting())
    made.writer.startSession(atSourceTime: CMTime(value: 10, timescale: 1))
    for index in 0..<5 {
      made.input.waitUntilReady()
      let sample = try ComputedMedia.videoSample(index)
      try sample.setOutputPresentationTimeStamp(CMTime(value: CMTimeValue(250 + index), timescale: 25))
      #expect(made.input.append(sample))
    }
    try finishWriting(made.writer)
    #expect(try ReadMedia.pictureTimes(made.writer.outputURL) == (0..<5).map { CMTime(value: $0, timescale: 25) })
  }

  @Test func `WI-64: times of copied samples are the output times too, and decoding moves along`() throws {
    let folder = try TemporaryFolder()
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("h264-aac.mov"), .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: track.format)
    writer.add(input)
    try WrittenFile.start(writer)
    #expect(reader.startReading())
    let shift = CMTime(value: 2, timescale: 1)
    while let sample = output.copyNextSampleBuffer() {
      try sample.setOutputPresentationTimeStamp(sample.presentationTimeStamp + shift)
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    let source = try ReadMedia.pictureTimes(MediaFiles.fixture("h264-aac.mov"))
    #expect(try ReadMedia.pictureTimes(writer.outputURL) == source.map { $0 + shift })
    #expect(try WrittenFile.edits(writer.outputURL).first?.mediaStart == nil)
  }

  /// How clients move what a reader vends.
  enum Move: CaseIterable {
    /// The output time alone is set.
    case outputTime
    /// A copy has new times.
    case copy
    /// Both: the offset is added to the times of a copy, and to the copy's output time, as Apple's sample code for segments
    /// does.
    case copyAndOutputTime

    func apply(_ offset: CMTime, to sample: CMSampleBuffer) throws -> CMSampleBuffer {
      if self == .outputTime {
        try sample.setOutputPresentationTimeStamp(sample.outputPresentationTimeStamp + offset)
        return sample
      }
      let times = try sample.sampleTimingInfos().map { timing in
        var timing = timing
        timing.presentationTimeStamp = timing.presentationTimeStamp + offset
        if timing.decodeTimeStamp.isValid { timing.decodeTimeStamp = timing.decodeTimeStamp + offset }
        return timing
      }
      let copy = try CMSampleBuffer(copying: sample, withNewTiming: times)
      if self == .copyAndOutputTime {
        try copy.setOutputPresentationTimeStamp(copy.outputPresentationTimeStamp + offset)
      }
      return copy
    }
  }

  @Test(
    arguments: Move.allCases,
    [true, false])
  func `WI-64: each way of moving a reader's buffers moves them once, decoded or stored`(_ move: Move, isDecoded: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    let source = MediaFiles.fixture("h264-aac.mov")
    let offset = CMTime(value: 10, timescale: 1)
    let asset = AVURLAsset(url: source)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    var lanes: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for (mediaType, decoded, encoded) in [
      (AVMediaType.video, [:], Settings.video()),
      (.audio, [AVFormatIDKey: kAudioFormatLinearPCM], [AVFormatIDKey: kAudioFormatAppleLossless]),
    ] as [(AVMediaType, [String: Any], [String: Any])] {
      let track = try #require(asset.tracks(withMediaType: mediaType).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: isDecoded ? decoded : nil)
      let input = AVAssetWriterInput(
        mediaType: mediaType, outputSettings: isDecoded ? encoded : nil, sourceFormatHint: track.format)
      reader.add(output)
      writer.add(input)
      lanes.append((output, input))
    }
    #expect(reader.startReading())
    try WrittenFile.start(writer, at: offset)
    for (output, input) in lanes {
      while let sample = output.copyNextSampleBuffer() {
        input.waitUntilReady()
        #expect(input.append(try move.apply(offset, to: sample)))
      }
      input.markAsFinished()
    }
    try finishWriting(writer)
    #expect(try ReadMedia.pictureTimes(writer.outputURL) == ReadMedia.pictureTimes(source))
    #expect(try ReadMedia.sound(writer.outputURL).count == ReadMedia.sound(source).count)
    for mediaType in [AVMediaType.video, .audio] {
      let (_, original) = try ReadMedia.track(source, mediaType)
      let (_, written) = try ReadMedia.track(writer.outputURL, mediaType)
      #expect(written.timeRange.start == original.timeRange.start)
    }
  }

  @Test
  func `WI-65, WI-66: a sample lasts until the next one; the last one for its own duration, else the previous one's`()
    throws
  {
    let folder = try TemporaryFolder()
    for (name, own) in [("own.mov", CMTime(value: 3, timescale: 25)), ("previous.mov", CMTime.invalid)] {
      let made = try WriterWithInput(
        in: folder.url, settings: Settings.video(compression: [AVVideoAllowFrameReorderingKey: false]))
      made.start()
      for value in [0, 1, 5, 7] as [CMTimeValue] {
        made.input.waitUntilReady()
        let picture = ComputedMedia.picture(width: 64, height: 48, index: Int(value))
        let duration = value == 7 ? own : CMTime(value: 1, timescale: 100)
        try #expect(
          made.input.append(
            ComputedMedia.sample(picture, at: CMTime(value: value, timescale: 25), duration: duration)))
      }
      try finishWriting(made.writer)
      let track = try WrittenFile.track(made.writer.outputURL)
      let tick = Int64(track.timeScale) / 25
      let last: Int64 = own.isValid ? 3 : 2
      #expect(track.samples.map { $0.duration / tick } == [1, 4, 2, last], "\(name)")
    }
  }

  @Test(arguments: [[150, 151], [300, 301, 302]] as [[CMTimeValue]], [false, true])
  func `WI-66: reordered pictures behind a pause make the movie no longer than the last one is shown`(
    late: [CMTimeValue], inFragments: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    if inFragments { writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    writer.add(input)
    try WrittenFile.start(writer)
    let frames: [CMTimeValue] = Array(0..<30) + late
    for frame in frames {
      input.waitUntilReady()
      let picture = ComputedMedia.picture(width: 64, height: 48, index: Int(frame))
      try #expect(input.append(ComputedMedia.sample(picture, at: CMTime(value: frame, timescale: 30))))
    }
    try finishWriting(writer)
    let last = try #require(frames.last)
    let end = CMTime(value: last + 1, timescale: 30)
    let movie = try WrittenFile.movie(url)
    let track = movie.tracks[0]
    #expect(track.hasCompositionOffsets, "pictures are reordered")
    #expect(CMTime(value: movie.header.duration ?? 0, timescale: movie.header.timeScale) == end)
    // The media has room for what is shown, and not for another pause.
    let media = CMTime(value: track.mediaHeader.duration ?? 0, timescale: track.timeScale)
    #expect(media >= end && media < end + CMTime(value: 1, timescale: 3))
    let (asset, read) = try ReadMedia.track(url, .video)
    defer { withExtendedLifetime(asset) {} }
    #expect(read.timeRange == CMTimeRange(start: .zero, end: end))
    #expect(try ReadMedia.pictureTimes(url) == frames.map { CMTime(value: $0, timescale: 30) })
    guard !inFragments, Tool.ffprobe.isInstalled(for: "nobody else reads the duration") else { return }
    let said = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", url.path,
    ]).text
    #expect(abs((Double(said.trimmingCharacters(in: .newlines)) ?? 0) - end.seconds) < 0.01, "\(said)")
  }

  @Test(arguments: Mode.allCases)
  func `WI-66: a marker buffer ends the sample before it`(_ mode: Mode) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.mov")
    try WrittenFile.video(
      source, settings: Settings.video(compression: [AVVideoAllowFrameReorderingKey: false]), count: 4)
    let made = try WriterWithInput(
      in: folder.url,
      settings: mode == .copying ? nil : Settings.video(compression: [AVVideoAllowFrameReorderingKey: false]))
    made.start()
    try ReadMedia.forEachSample(of: source, .video, settings: mode == .copying ? nil : [:]) { sample in
      made.input.waitUntilReady()
      #expect(made.input.append(sample))
    }
    let marker = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 0,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: CMTime(value: 10, timescale: 25),
          decodeTimeStamp: CMTime(value: 10, timescale: 25))
      ], sampleSizes: [])
    CMSetAttachment(
      marker, key: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration, value: kCFBooleanTrue,
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    made.input.waitUntilReady()
    #expect(made.input.append(marker))
    try finishWriting(made.writer)
    let track = try WrittenFile.track(made.writer.outputURL)
    let tick = Int64(track.timeScale) / 25
    #expect(track.samples.map { $0.duration / tick } == [1, 1, 1, 7])
  }

  @Test func `WI-67: sound lasts as long as its buffers say; a gap between them is silence`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url, mediaType: .audio, settings: Settings.pcm())
    made.start()
    try #expect(made.input.append(ComputedMedia.audioSample(start: 0, count: 4800)))
    try #expect(made.input.append(ComputedMedia.audioSample(start: 9600, count: 4800)))
    try finishWriting(made.writer)
    let sound = try ReadMedia.sound(made.writer.outputURL)
    #expect(sound.count == 14_400)
    #expect(sound.samples[4800..<9600].allSatisfy { $0 == 0 })
    #expect(abs(sound.samples[9700] - ComputedMedia.tone(9700, channel: 0, rate: 48_000)) < 0.001)
  }

  @Test func `WI-68: audio with settings takes linear PCM alone`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url, mediaType: .audio, settings: Settings.aac())
    try await bounded {
      made.start()
      try ReadMedia.forEachSample(of: MediaFiles.fixture("speech.m4a"), .audio, settings: nil) { sample in
        made.input.waitUntilReady()
        _ = made.input.append(sample)
      }
      made.writer.finishWriting {}
    }
    while made.writer.status == .writing { await Task.yield() }
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == .unsupportedOutputSettings)
  }

  @Test(arguments: ["speech.m4a", "aac-5.1.m4a"])
  func `WI-69: priming and remainder of copied audio stay trimmed`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let transfer = try Transfer(MediaFiles.fixture(name), to: folder.file("out.m4a"), .copying, fileType: .m4a)
    try await bounded {
      try transfer.start()
      let group = DispatchGroup()
      transfer.feedOnRequest(transfer.audio, group)
      group.wait()
      try transfer.finish()
    }
    let source = try ReadMedia.sound(transfer.source)
    let copy = try ReadMedia.sound(transfer.destination)
    #expect(copy.count == source.count)
    #expect(copy.start == source.start)
    #expect(copy.samples == source.samples)
  }

  @Test(arguments: [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_422YpCbCr16, kCVPixelFormatType_64ARGB,
  ])
  func `WI-70: pixel formats are converted for the encoder`(_ format: OSType) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try WrittenFile.video(url, settings: Settings.video(), count: 3) { _ in
      let buffer = ComputedMedia.pixelBuffer(width: 64, height: 48, format: format)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      // A byte of 0x80 everywhere is middle grey in each of these formats, or near it.
      for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base =
          isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane)! : CVPixelBufferGetBaseAddress(buffer)!
        let size =
          isPlanar
          ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
          : CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
        base.initializeMemory(as: UInt8.self, repeating: 0x80, count: size)
      }
      return buffer
    }
    let pictures = try ReadMedia.pictures(url)
    #expect(pictures.count == 3)
    #expect(pictures[0].luma.allSatisfy { (120...136).contains($0) })
  }
}
