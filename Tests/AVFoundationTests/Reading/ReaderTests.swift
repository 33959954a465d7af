import AVFoundation
import TestSupport
import Testing

@Suite("A reader")
struct ReaderTests {
  private static let clip = MediaFiles.fixture("h264-aac.mov")

  private func reader(
    _ url: URL = Self.clip, settings: [String: Any]? = nil, range: CMTimeRange? = nil
  ) throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
    let (asset, track) = try ReadMedia.track(url, .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    if let range { reader.timeRange = range }
    reader.add(output)
    return (reader, output)
  }

  @Test(arguments: [
    ("missing.mov", AVError.Code.unknown), ("text.mov", .fileFormatNotRecognized),
    ("zero-length.mov", .fileFormatNotRecognized),
  ])
  func `AR-01: a reader of what cannot be read throws`(_ name: String, _ code: AVError.Code) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("../corrupt/" + name))
    let error = #expect(throws: AVError.self) { try AVAssetReader(asset: asset) }
    #expect(error?.code == code)
  }

  @Test func `AR-02: from unknown to reading to completed, without an error`() throws {
    let (reader, output) = try reader()
    #expect(reader.status == .unknown)
    #expect(reader.startReading())
    #expect(reader.status == .reading)
    while output.copyNextSampleBuffer() != nil { #expect(reader.status == .reading) }
    #expect(reader.status == .completed)
    #expect(reader.error == nil)
    #expect(
      [AVAssetReader.Status.unknown, .reading, .completed, .failed, .cancelled].map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  @Test func `AR-02, AR-21: damaged media ends in the state failed with an error`() throws {
    let (reader, output) = try reader(MediaFiles.fixture("../corrupt/mdat-flipped.mp4"), settings: [:])
    #expect(reader.startReading())
    while output.copyNextSampleBuffer() != nil {}
    #expect(reader.status == .failed)
    #expect(reader.error is AVError)
    #expect(output.copyNextSampleBuffer() == nil)
  }

  @Test func `what is asked of a decoder as a hint, and the first layer, change nothing`() throws {
    let properties: [String: Any] = [
      "EnableHardwareAcceleratedVideoDecoder": true, "RequireHardwareAcceleratedVideoDecoder": false,
      "RequestedMVHEVCVideoLayerIDs": [0], "RealTime": false,
    ]
    let (reader, output) = try reader(settings: [AVVideoDecompressionPropertiesKey: properties])
    #expect(reader.startReading())
    #expect(output.copyNextSampleBuffer()?.imageBuffer != nil)
  }

  enum Unsupported: CaseIterable { case pixelFormat, secondLayer, hardwareDecoder, halfFloats }

  @Test(arguments: Unsupported.allCases)
  func `AR-05, AR-10: settings that are allowed and cannot be had here end reading at its start`(_ what: Unsupported)
    throws
  {
    let wanted: (word: String, settings: [String: Any]) =
      switch what {
      case .pixelFormat: ("pixel format", [kCVPixelBufferPixelFormatTypeKey as String: OSType(0x7A7A_7A7A)])
      case .secondLayer:
        ("only layer 0", [AVVideoDecompressionPropertiesKey: ["RequestedMVHEVCVideoLayerIDs": [0, 1]]])
      case .hardwareDecoder:
        (
          "RequireHardwareAcceleratedVideoDecoder",
          [AVVideoDecompressionPropertiesKey: ["RequireHardwareAcceleratedVideoDecoder": true]]
        )
      case .halfFloats:
        (
          "16 bits",
          [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 16]
        )
      }
    let (asset, track) = try ReadMedia.track(Self.clip, what == .halfFloats ? .audio : .video)
    var outputs: [AVAssetReaderOutput] = [AVAssetReaderTrackOutput(track: track, outputSettings: wanted.settings)]
    if what == .halfFloats {
      outputs.append(AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: wanted.settings))
    } else {
      outputs.append(AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: wanted.settings))
    }
    for output in outputs {
      let reader = try AVAssetReader(asset: asset)
      #expect(reader.canAdd(output))
      reader.add(output)
      #expect(!reader.startReading())
      #expect(reader.status == .failed)
      let error = try #require(reader.error as? AVError)
      #expect(error.code == .unsupportedOutputSettings)
      #expect((error as NSError).localizedFailureReason?.contains(wanted.word) == true, "\(error)")
      #expect(output.copyNextSampleBuffer() == nil)
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.mkv", "h264-aac.ts", "speech.mp3", "speech.opus", "speech.flac"])
  func `outputs of one track have all of it each, whatever the container`(_ name: String) throws {
    let url = MediaFiles.fixture(name)
    let settings: [[String: Any]?] = [nil, [AVFormatIDKey: kAudioFormatLinearPCM], nil]
    func counts(_ settings: [[String: Any]?]) throws -> [Int] {
      let (asset, track) = try ReadMedia.track(url, .audio)
      let reader = try AVAssetReader(asset: asset)
      let outputs = settings.map { AVAssetReaderTrackOutput(track: track, outputSettings: $0) }
      for output in outputs { reader.add(output) }
      #expect(reader.startReading())
      // One reads on while another waits, and not in turns.
      var counts = outputs.map { output in (0..<3).reduce(0) { sum, _ in sum + count(output) } }
      for (index, output) in outputs.enumerated().reversed() {
        while case let more = count(output), more > 0 { counts[index] += more }
      }
      #expect(reader.status == .completed)
      return counts
    }
    func count(_ output: AVAssetReaderTrackOutput) -> Int { output.copyNextSampleBuffer()?.numSamples ?? 0 }
    #expect(try counts(settings) == settings.map { try counts([$0])[0] })
  }

  @Test func `AR-03: the time range is everything by default, and cuts what is read`() throws {
    let (whole, _) = try reader()
    #expect(whole.timeRange == CMTimeRange(start: .zero, duration: .positiveInfinity))
    let times = try ReadMedia.pictureTimes(Self.clip)
    let range = CMTimeRange(start: times[10], end: times[30])
    let (part, output) = try reader(settings: [:], range: range)
    #expect(part.startReading())
    var read: [CMTime] = []
    while let sample = output.copyNextSampleBuffer() { read.append(sample.presentationTimeStamp) }
    #expect(part.status == .completed)
    #expect(read == Array(times[10..<30]))
  }

  private static let half = CMTime(value: 1, timescale: 2)

  @Test(arguments: [
    CMTimeRange.invalid, CMTimeRange(start: .positiveInfinity, duration: half),
    CMTimeRange(start: .indefinite, duration: half), CMTimeRange(start: .negativeInfinity, duration: .positiveInfinity),
    CMTimeRange(start: half, duration: .indefinite), CMTimeRange(start: half, duration: .zero),
    CMTimeRange(start: half, duration: CMTime(value: -1, timescale: 4)),
    CMTimeRange(start: CMTime(value: -2, timescale: 1), duration: half),
  ])
  func `AR-03: nothing is read in a range that is none or is empty, until another is asked for`(_ range: CMTimeRange)
    throws
  {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-late-audio.mov"))
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = range
    let sound = asset.tracks(withMediaType: .audio)
    var outputs: [AVAssetReaderOutput] = [AVAssetReaderAudioMixOutput(audioTracks: sound, audioSettings: nil)]
    for track in asset.tracks(withMediaType: .video) + sound {
      outputs.append(AVAssetReaderTrackOutput(track: track, outputSettings: nil))
      outputs.append(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    }
    #expect(outputs.count == 5)
    for output in outputs {
      output.supportsRandomAccess = true
      reader.add(output)
    }
    #expect(reader.startReading())
    for output in outputs { #expect(output.copyNextSampleBuffer() == nil) }
    #expect(reader.status == .reading)
    for output in outputs {
      output.reset(forReadingTimeRanges: [NSValue(timeRange: CMTimeRange(start: Self.half, duration: Self.half))])
      #expect(output.copyNextSampleBuffer() != nil)
      while output.copyNextSampleBuffer() != nil {}
      output.markConfigurationAsFinal()
    }
    #expect(reader.status == .completed)
  }

  @Test(arguments: [
    "h264-aac.mov", "h264-fragmented.mp4", "h264-two-audio.mp4", "h264-aac.mkv", "h264-aac.ts", "speech.flac",
  ])
  func `AR-03: nothing is read behind the end of the asset, and nothing from before that to decode it`(
    name: String
  ) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    for track in asset.tracks {
      var outputs: [AVAssetReaderOutput] = [AVAssetReaderTrackOutput(track: track, outputSettings: nil)]
      if ["mov", "mp4"].contains(asset.url.pathExtension) {
        outputs.append(AVAssetReaderSampleReferenceOutput(track: track))
      }
      for output in outputs {
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = CMTimeRange(start: asset.duration + Self.half, duration: Self.half)
        reader.add(output)
        #expect(reader.startReading())
        #expect(output.copyNextSampleBuffer() == nil, "\(track.mediaType)")
        #expect(reader.status == .completed)
      }
    }
  }

  @Test func `AR-03: sound is cut at the time range to the sample`() throws {
    let url = MediaFiles.fixture("speech.wav")
    let (asset, track) = try ReadMedia.track(url, .audio)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.timeRange = CMTimeRange(
      start: CMTime(value: 1001, timescale: 44_100), duration: CMTime(value: 5555, timescale: 44_100))
    reader.add(output)
    #expect(reader.startReading())
    var count = 0
    var first: CMTime?
    while let sample = output.copyNextSampleBuffer() {
      first = first ?? sample.presentationTimeStamp
      count += sample.numSamples
    }
    #expect(count == 5555)
    #expect(first == CMTime(value: 1001, timescale: 44_100))
  }

  @Test func `AR-04: canAdd is false for another asset's tracks, a second time, and while reading`() throws {
    let (reader, output) = try reader()
    #expect(!reader.canAdd(output))
    let (_, otherTrack) = try ReadMedia.track(Self.clip, .audio)
    #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: otherTrack, outputSettings: nil)))
    let audio = AVAssetReaderTrackOutput(
      track: reader.asset.tracks(withMediaType: .audio)[0], outputSettings: nil)
    #expect(reader.canAdd(audio))
    #expect(reader.startReading())
    #expect(!reader.canAdd(audio))
    #expect(reader.outputs.count == 1)
  }

  @Test func `AR-05: a track whose tables cannot be is refused when reading starts`() throws {
    let (reader, output) = try reader(MediaFiles.fixture("../corrupt/stco-beyond-end.mp4"))
    #expect(!reader.startReading())
    #expect(reader.status == .failed)
    #expect(reader.error is AVError)
    #expect(output.copyNextSampleBuffer() == nil)
  }

  @Test func `AR-07: after cancellation outputs give nothing, and the state stays`() throws {
    let (reader, output) = try reader()
    #expect(reader.startReading())
    #expect(output.copyNextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(reader.status == .cancelled)
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.status == .cancelled)
    #expect(reader.error == nil)
  }

  @Test(arguments: [true, false])
  func `AR-20: alwaysCopiesSampleData is true by default; vended data may then be changed`(_ copies: Bool) throws {
    let (reader, output) = try reader(settings: [:])
    #expect(output.alwaysCopiesSampleData)
    output.alwaysCopiesSampleData = copies
    #expect(reader.startReading())
    let original = try ReadMedia.pictures(Self.clip)
    var index = 0
    var changed = 0
    while let sample = output.copyNextSampleBuffer() {
      let buffer = sample.imageBuffer!
      if ReadMedia.picture(buffer).luma != original[index].luma { changed += 1 }
      index += 1
      guard copies else { continue }
      // What is scribbled here must not show in any later picture.
      CVPixelBufferLockBaseAddress(buffer, [])
      CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.initializeMemory(
        as: UInt8.self, repeating: 0,
        count: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * CVPixelBufferGetHeightOfPlane(buffer, 0))
      CVPixelBufferUnlockBaseAddress(buffer, [])
    }
    #expect(index == original.count)
    if copies { #expect(changed == 0) }
  }

  @Test func `AR-30: without settings samples come as stored, with settings decoded`() throws {
    try ReadMedia.forEachSample(of: Self.clip, .video, settings: nil) { sample in
      #expect(sample.dataBuffer != nil && sample.imageBuffer == nil)
      #expect(sample.formatDescription?.mediaSubType == .h264)
    }
    let format = kCVPixelFormatType_32BGRA
    let settings: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: format, kCVPixelBufferWidthKey as String: 120,
      kCVPixelBufferHeightKey as String: 68,
    ]
    try ReadMedia.forEachSample(of: Self.clip, .video, settings: settings) { sample in
      let buffer = sample.imageBuffer!
      #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
      #expect(CVPixelBufferGetWidth(buffer) == 120 && CVPixelBufferGetHeight(buffer) == 68)
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no movie with a pause is read")),
    arguments: [[], ["-use_editlist", "0"], ["-movflags", "frag_keyframe+empty_moov"]])
  func `pictures that come behind a long pause are read`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("pause.mp4")
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=6", "-vf",
        "select='lt(n,30)+between(n,150,151)'", "-fps_mode", "vfr", "-c:v", "libx264",
      ] + options + [url.path])
    let times = try ReadMedia.pictureTimes(url)
    let first = try #require(times.first)
    let frames: [CMTimeValue] = Array(0..<30) + [150, 151]
    #expect(times.map { $0 - first } == frames.map { CMTime(value: $0, timescale: 30) })
  }

  @Test(arguments: [
    (8000, 1, 16, false, false), (48_000, 2, 32, true, false), (44_100, 2, 16, false, true),
    (96_000, 1, 32, false, false),
  ])
  func `AR-30: decoded sound has the wanted rate, channels and form`(
    _ rate: Int, _ channels: Int, _ bits: Int, _ isFloat: Bool, _ isPlanar: Bool
  ) throws {
    let source = MediaFiles.fixture("speech.wav")
    var count = 0
    try ReadMedia.forEachSample(
      of: source, .audio,
      settings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
        AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsNonInterleaved: isPlanar,
        AVLinearPCMIsBigEndianKey: false,
      ]
    ) { sample in
      let format = try #require(sample.formatDescription?.audioStreamBasicDescription)
      #expect(format.mSampleRate == Double(rate) && format.mChannelsPerFrame == UInt32(channels))
      #expect(format.mBitsPerChannel == UInt32(bits))
      #expect((format.mFormatFlags & kAudioFormatFlagIsFloat != 0) == isFloat)
      #expect((format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0) == isPlanar)
      #expect(sample.dataBuffer?.dataLength == sample.numSamples * channels * bits / 8)
      count += sample.numSamples
    }
    // 110250 samples at 44.1 kHz are 2.5 s.
    #expect(count == rate * 5 / 2)
  }
}
