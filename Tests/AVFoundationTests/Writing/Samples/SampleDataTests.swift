import AVFoundation
import TestSupport
import Testing

/// Where the bytes of appended samples lie, and which of them are whose.
@Suite("The data of appended samples")
struct SampleDataTests {
  private static let movie = MediaFiles.fixture("h264-aac.mov")

  private static func stored(_ mediaType: AVMediaType) throws -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: movie, mediaType, settings: nil) { samples.append($0) }
    return samples
  }

  /// The bytes in blocks of their own.
  private static func scattered(_ parts: [ArraySlice<UInt8>]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer()
    for part in parts { try buffer.append(bufferReference: ComputedMedia.blockBuffer(Array(part))) }
    return buffer
  }

  /// One buffer of several samples, whose bytes stay where they are.
  private static func joined(_ samples: ArraySlice<CMSampleBuffer>) throws -> CMSampleBuffer {
    let data = try CMBlockBuffer()
    for sample in samples { try data.append(bufferReference: #require(sample.dataBuffer)) }
    let joined = try CMSampleBuffer(
      dataBuffer: data, formatDescription: samples.first?.formatDescription, numSamples: samples.count,
      sampleTimings: samples.map { try $0.sampleTimingInfo(at: 0) }, sampleSizes: samples.map { $0.sampleSize(at: 0) })
    for (index, sample) in samples.enumerated() {
      joined.sampleAttachments[index][.notSync] = sample.sampleAttachments[0][.notSync]
    }
    return joined
  }

  /// Appends the buffers to an input of a QuickTime movie without settings.
  private static func copy(
    _ mediaType: AVMediaType, in folder: TemporaryFolder, _ samples: some Sequence<CMSampleBuffer>
  ) throws -> URL {
    let made = try WriterWithInput(in: folder.url, mediaType: mediaType, settings: nil)
    made.start()
    for sample in samples {
      made.input.waitUntilReady()
      #expect(made.input.append(sample))
    }
    try finishWriting(made.writer)
    return made.writer.outputURL
  }

  @Test func `WI-63, WI-68: the pictures of a copied buffer may lie in several blocks`() throws {
    let folder = try TemporaryFolder()
    let pictures = try Self.stored(.video)
    let copy = try Self.copy(
      .video, in: folder,
      stride(from: 0, to: pictures.count, by: 7).map { try Self.joined(pictures[$0..<min($0 + 7, pictures.count)]) })
    let (written, original) = try (ReadMedia.stored(copy, .video), ReadMedia.stored(Self.movie, .video))
    #expect(written.map(\.bytes) == original.map(\.bytes))
    #expect(written.map(\.presentationTime) == original.map(\.presentationTime))
    #expect(written.map(\.isSync) == original.map(\.isSync))
  }

  /// An input that takes linear PCM.
  enum SoundInput: CaseIterable {
    case copyingToMovie, copyingToWAVE, encodingInterleaved, encodingPlanar

    var fileType: AVFileType { self == .copyingToWAVE ? .wav : .mov }

    var settings: [String: Any]? {
      switch self {
      case .copyingToMovie, .copyingToWAVE: nil
      case .encodingInterleaved, .encodingPlanar: Settings.pcm(channels: 2, bits: 32, isFloat: true)
      }
    }

    func format() throws -> CMFormatDescription {
      let format = try ComputedMedia.pcmFormat(channels: 2)
      guard self == .encodingPlanar, var basic = format.audioStreamBasicDescription else { return format }
      basic.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
      (basic.mBytesPerFrame, basic.mBytesPerPacket) = (4, 4)
      return try CMFormatDescription(audioStreamBasicDescription: basic)
    }

    /// The tones of `frames`, as the format has them.
    func tones(_ frames: Range<Int>) -> [Float] {
      if self == .encodingPlanar {
        return (0..<2).flatMap { channel in frames.map { ComputedMedia.tone($0, channel: channel, rate: 48_000) } }
      }
      return frames.flatMap { frame in (0..<2).map { ComputedMedia.tone(frame, channel: $0, rate: 48_000) } }
    }
  }

  @Test(arguments: SoundInput.allCases)
  func `WI-63, WI-68: the frames of a buffer of linear PCM may lie in several blocks`(_ kind: SoundInput) throws {
    let folder = try TemporaryFolder()
    let format = try kind.format()
    let writer = try AVAssetWriter(outputURL: folder.file("out"), fileType: kind.fileType)
    let input = AVAssetWriterInput(
      mediaType: .audio, outputSettings: kind.settings, sourceFormatHint: kind.settings == nil ? format : nil)
    writer.add(input)
    try WrittenFile.start(writer)
    for start in stride(from: 0, to: 10_000, by: 2000) {
      let bytes = kind.tones(start..<start + 2000).withUnsafeBytes { Array($0) }
      // Each cut is within a frame.
      let parts = [bytes[..<1001], bytes[1001..<9002], bytes[9002...]]
      let sample = try CMSampleBuffer(
        dataBuffer: Self.scattered(parts), formatDescription: format, numSamples: 2000,
        presentationTimeStamp: CMTime(value: CMTimeValue(start), timescale: 48_000), packetDescriptions: [])
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    let sound = try ReadMedia.sound(writer.outputURL)
    #expect(sound.channels == 2)
    #expect(sound.samples == SoundInput.copyingToMovie.tones(0..<10_000))
  }

  @Test func `WI-03: the only sample of a copied buffer without sizes is all of its data`() throws {
    let folder = try TemporaryFolder()
    let copy = try Self.copy(
      .video, in: folder,
      Self.stored(.video).map { sample in
        let copy = try CMSampleBuffer(
          dataBuffer: sample.dataBuffer, formatDescription: sample.formatDescription, numSamples: 1,
          sampleTimings: sample.sampleTimingInfos(), sampleSizes: [])
        copy.sampleAttachments[0][.notSync] = sample.sampleAttachments[0][.notSync]
        return copy
      })
    let (written, original) = try (ReadMedia.stored(copy, .video), ReadMedia.stored(Self.movie, .video))
    #expect(written.map(\.bytes) == original.map(\.bytes))
  }

  @Test func `WI-68: copied packets lie where their descriptions say, with gaps between them`() throws {
    let folder = try TemporaryFolder()
    let packets = try Self.stored(.audio).map { [UInt8](try #require($0.dataBuffer).dataBytes()) }
    let format = try #require(try Self.stored(.audio).first?.formatDescription)
    let rate = CMTimeScale(try #require(format.audioStreamBasicDescription).mSampleRate)
    let copy = try Self.copy(
      .audio, in: folder,
      stride(from: 0, to: packets.count, by: 5).map { first in
        var bytes: [UInt8] = []
        var descriptions: [AudioStreamPacketDescription] = []
        for packet in packets[first..<min(first + 5, packets.count)] {
          // As many bytes as a header of ADTS has.
          bytes += [UInt8](repeating: 0xff, count: 7)
          descriptions.append(
            AudioStreamPacketDescription(
              mStartOffset: Int64(bytes.count), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count)))
          bytes += packet
        }
        return try CMSampleBuffer(
          dataBuffer: ComputedMedia.blockBuffer(bytes), formatDescription: format, numSamples: descriptions.count,
          presentationTimeStamp: CMTime(value: CMTimeValue(first * 1024), timescale: rate),
          packetDescriptions: descriptions)
      })
    #expect(try ReadMedia.stored(copy, .audio).map(\.bytes) == packets)
  }

  /// Buffers of which nobody knows which bytes are whose.
  enum UnknownPlaces: CaseIterable {
    case severalWithoutSizes, sizesBeyondTheData, packetBeforeTheData, reference

    func sample() throws -> CMSampleBuffer {
      let picture = try #require(try SampleDataTests.stored(.video).first)
      let timing = try picture.sampleTimingInfo(at: 0)
      func buffer(_ data: CMBlockBuffer?, _ count: Int, _ sizes: [Int]) throws -> CMSampleBuffer {
        try CMSampleBuffer(
          dataBuffer: data, formatDescription: picture.formatDescription, numSamples: count, sampleTimings: [timing],
          sampleSizes: sizes)
      }
      switch self {
      case .severalWithoutSizes: return try buffer(picture.dataBuffer, 2, [])
      case .sizesBeyondTheData: return try buffer(picture.dataBuffer, 1, [picture.sampleSize(at: 0) + 1])
      case .packetBeforeTheData:
        let packet = try #require(try SampleDataTests.stored(.audio).first)
        let description = AudioStreamPacketDescription(
          mStartOffset: -1, mVariableFramesInPacket: 0, mDataByteSize: 2)
        return try CMSampleBuffer(
          dataBuffer: packet.dataBuffer, formatDescription: #require(packet.formatDescription), numSamples: 1,
          presentationTimeStamp: .zero, packetDescriptions: [description])
      case .reference:
        let reference = try buffer(nil, 1, [])
        for (key, value) in [
          (kCMSampleBufferAttachmentKey_SampleReferenceURL, SampleDataTests.movie as NSURL),
          (kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, NSNumber(value: 0)),
        ] as [(CFString, AnyObject)] {
          CMSetAttachment(reference, key: key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        return reference
      }
    }
  }

  @Test(arguments: UnknownPlaces.allCases)
  func `WI-62: a copied buffer that does not say which bytes are whose makes writing fail`(_ kind: UnknownPlaces) throws
  {
    let folder = try TemporaryFolder()
    let mediaType: AVMediaType = kind == .packetBeforeTheData ? .audio : .video
    let made = try WriterWithInput(in: folder.url, mediaType: mediaType, settings: nil)
    made.start()
    try #expect(made.input.append(kind.sample()))
    #expect(throws: AVError.self) { try finishWriting(made.writer) }
    #expect((made.writer.error as? AVError)?.code == .operationNotAllowed)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: Mode.allCases)
  func `WI-63: data that is not ready is made ready once, when it is needed`(_ mode: Mode) throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url, settings: mode == .copying ? nil : Settings.video())
    let calls = Counter()
    made.start()
    let pictures = try Self.stored(.video)
    for (index, picture) in pictures.enumerated() {
      made.input.waitUntilReady()
      let sample: CMSampleBuffer
      switch mode {
      case .copying:
        let data = try #require(picture.dataBuffer)
        sample = try CMSampleBuffer(
          dataBuffer: nil, formatDescription: picture.formatDescription, numSamples: 1,
          sampleTimings: picture.sampleTimingInfos(), sampleSizes: [data.dataLength]
        ) { buffer in
          calls.increment()
          return CMSampleBufferSetDataBuffer(buffer, newValue: data)
        }
      case .encoding:
        let plaid = try ComputedMedia.videoSample(index)
        sample = try CMSampleBuffer(
          imageBuffer: #require(plaid.imageBuffer), formatDescription: #require(plaid.formatDescription),
          sampleTiming: plaid.sampleTimingInfo(at: 0)
        ) { _ in
          calls.increment()
          return noErr
        }
      }
      #expect(made.input.append(sample))
    }
    try finishWriting(made.writer)
    #expect(calls.value == pictures.count)
    let written = try ReadMedia.stored(made.writer.outputURL, .video)
    #expect(written.count == pictures.count)
    if mode == .copying { #expect(try written.map(\.bytes) == ReadMedia.stored(Self.movie, .video).map(\.bytes)) }
  }

  @Test func `WI-63: data that is there is written, also where nobody said that it is ready`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url, settings: nil)
    made.start()
    for picture in try Self.stored(.video) {
      made.input.waitUntilReady()
      let data = try #require(picture.dataBuffer)
      var (timing, size, sample) = (try picture.sampleTimingInfo(at: 0), data.dataLength, CMSampleBuffer?.none)
      let status = CMSampleBufferCreate(
        allocator: nil, dataBuffer: data, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: picture.formatDescription, sampleCount: 1, sampleTimingEntryCount: 1,
        sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &size, sampleBufferOut: &sample)
      #expect(status == noErr)
      try made.input.append(#require(sample))
    }
    try finishWriting(made.writer)
    let written = try ReadMedia.stored(made.writer.outputURL, .video)
    #expect(try written.map(\.bytes) == ReadMedia.stored(Self.movie, .video).map(\.bytes))
  }

  /// Buffers whose data never becomes ready, and the status that is the reason.
  enum UnreadyData: CaseIterable {
    case withoutClosure, closureFails, failed

    var status: OSStatus { self == .withoutClosure ? kCMSampleBufferError_BufferNotReady : -12_345 }

    func sample() throws -> CMSampleBuffer {
      let picture = try #require(try SampleDataTests.stored(.video).first)
      var timing = try picture.sampleTimingInfo(at: 0)
      var sample: CMSampleBuffer?
      let status = status
      let made = CMSampleBufferCreateWithMakeDataReadyHandler(
        nil, nil, false, picture.formatDescription, 1, 1, &timing, 0, nil, &sample,
        self == .closureFails ? { _ in status } : nil)
      #expect(made == noErr)
      let unready = try #require(sample)
      if self == .failed { try unready.setDataReadiness(.failed(status)) }
      return unready
    }
  }

  @Test(arguments: UnreadyData.allCases)
  func `WI-62: data that never becomes ready makes writing fail, and the error says why`(_ kind: UnreadyData) throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url, settings: nil)
    made.start()
    try #expect(made.input.append(kind.sample()))
    #expect(throws: AVError.self) { try finishWriting(made.writer) }
    let error = try #require(made.writer.error as? AVError)
    #expect(error.code == .operationNotAllowed)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.domain == NSOSStatusErrorDomain && cause?.code == Int(kind.status))
    #expect(folder.names.isEmpty)
  }

  @Test func `a buffer that its client invalidates as soon as it is appended is written`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.start()
    for index in 0..<5 {
      made.input.waitUntilReady()
      let sample = try ComputedMedia.videoSample(index)
      // Clients leave out the results, as with Apple's.
      made.input.append(sample)
      CMSampleBufferInvalidate(sample)
    }
    try finishWriting(made.writer)
    #expect(try ReadMedia.pictureTimes(made.writer.outputURL).count == 5)
  }
}
