import AVFoundation
import TestSupport
import Testing

@Suite("An output settings assistant")
struct OutputSettingsAssistantTests {
  private func pictures(_ width: Int32, _ height: Int32) throws -> CMVideoFormatDescription {
    try CMVideoFormatDescription(videoCodecType: .h264, width: Int(width), height: Int(height))
  }

  private func size(_ settings: [String: Any]?) -> [Int] {
    [AVVideoWidthKey, AVVideoHeightKey].compactMap { settings?[$0] as? Int }
  }

  @Test func `OS-01, OS-02: every available preset gives settings that a writer of its file type takes`() throws {
    let presets = AVOutputSettingsAssistant.availableOutputSettingsPresets()
    #expect(presets.count == 9 && Set(presets).count == 9)
    let folder = try TemporaryFolder()
    for preset in presets {
      let assistant = try #require(AVOutputSettingsAssistant(preset: preset))
      let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: assistant.outputFileType)
      #expect(writer.canApply(outputSettings: assistant.videoSettings, forMediaType: .video))
      #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
    }
    for preset in [AVOutputSettingsPreset.hevc1920x1080WithAlpha, .mvhevc960x960, .init(rawValue: "none")] {
      #expect(AVOutputSettingsAssistant(preset: preset) == nil)
    }
  }

  @Test func `OS-03, OS-05: an assistant that was told nothing knows no source`() throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset960x540))
    #expect(assistant.sourceVideoFormat == nil && assistant.sourceAudioFormat == nil)
    #expect(assistant.sourceVideoAverageFrameDuration == CMTime(value: 1, timescale: 30))
    #expect(assistant.sourceVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
    #expect(size(assistant.videoSettings) == [960, 540])
    assistant.sourceVideoFormat = try pictures(320, 240)
    #expect(size(assistant.videoSettings) == [320, 240])
    assistant.sourceVideoFormat = nil
    #expect(size(assistant.videoSettings) == [960, 540])
  }

  @Test(arguments: AssistantMisuse.allCases)
  func `stops the process`(_ misuse: AssistantMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as AssistantMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }

  @Test func `OS-04: pictures keep their shape, upright or turned, and are never enlarged`() throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
    #expect(size(assistant.videoSettings) == [1280, 720])
    for (source, expected) in [
      ([1920, 1080], [1280, 720]), ([1080, 1920], [720, 1280]), ([640, 360], [640, 360]), ([4000, 1000], [1280, 320]),
      ([1440, 1080], [960, 720]), ([321, 241], [321, 241]), ([3001, 2003], [1078, 720]),
    ] as [([Int32], [Int])] {
      assistant.sourceVideoFormat = try pictures(source[0], source[1])
      #expect(size(assistant.videoSettings) == expected, "\(source)")
    }
  }

  @Test func `OS-05, OS-06: the frame rate, the sample rate and the channels are the source's`() throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .hevc1920x1080))
    #expect(assistant.videoSettings?[AVVideoCodecKey] as? AVVideoCodecType == .hevc)
    assistant.sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 50)
    let compression = assistant.videoSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
    #expect(compression?[AVVideoExpectedSourceFrameRateKey] as? Double == 50)
    func sound() -> [Double?] {
      let settings = assistant.audioSettings
      return [settings?[AVSampleRateKey] as? Double, (settings?[AVNumberOfChannelsKey] as? Int).map(Double.init)]
    }
    #expect(sound() == [44_100, 2])
    for (name, expected) in [("speech.wav", [44_100.0, 1]), ("aac-5.1.m4a", [48_000, 2])] {
      let (_, track) = try ReadMedia.track(MediaFiles.fixture(name), .audio)
      assistant.sourceAudioFormat = track.format
      #expect(sound() == expected, "\(name)")
    }
  }

  @Test func `OS-02: a movie that is written with its settings is what the preset says`() async throws {
    let folder = try TemporaryFolder()
    let source = MediaFiles.fixture("h264-aac.mov")
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset640x480))
    let asset = AVURLAsset(url: source)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: assistant.outputFileType)
    let (_, video) = try ReadMedia.track(source, .video)
    let (_, audio) = try ReadMedia.track(source, .audio)
    assistant.sourceVideoFormat = video.format
    assistant.sourceAudioFormat = audio.format
    var lanes: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for (track, decoded, encoded) in [
      (try #require(asset.tracks(withMediaType: .video).first), [:], assistant.videoSettings),
      (
        try #require(asset.tracks(withMediaType: .audio).first), [AVFormatIDKey: kAudioFormatLinearPCM],
        assistant.audioSettings
      ),
    ] as [(AVAssetTrack, [String: Any], [String: Any]?)] {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: decoded)
      let input = AVAssetWriterInput(
        mediaType: track.mediaType, outputSettings: encoded, sourceFormatHint: track.format)
      reader.add(output)
      writer.add(input)
      lanes.append((output, input))
    }
    #expect(reader.startReading())
    try WrittenFile.start(writer)
    for (output, input) in lanes {
      while let sample = output.copyNextSampleBuffer() {
        input.waitUntilReady()
        #expect(input.append(sample))
      }
      input.markAsFinished()
    }
    try finishWriting(writer)
    let probe = try Probe.read(writer.outputURL.path)
    #expect(
      probe.tracks.map { [$0.codec_name, $0.width.map(String.init), $0.height.map(String.init)] } == [
        ["h264", "480", "270"], ["aac", nil, nil],
      ])
  }
}

/// The durations that an assistant forbids.
enum AssistantMisuse: String, Misuse {
  case averageOfZero = "OS-05 an average duration of zero"
  case averageNotNumeric = "OS-05 an average duration without end"
  case negativeLeast = "OS-05 a least duration below zero"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .averageOfZero, .averageNotNumeric: (.invalidArgument, ["sourceVideoAverageFrameDuration"])
    case .negativeLeast: (.invalidArgument, ["sourceVideoMinFrameDuration"])
    }
  }

  func commit(in folder: URL) throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset640x480))
    switch self {
    case .averageOfZero: assistant.sourceVideoAverageFrameDuration = .zero
    case .averageNotNumeric: assistant.sourceVideoAverageFrameDuration = .positiveInfinity
    case .negativeLeast: assistant.sourceVideoMinFrameDuration = CMTime(value: -1, timescale: 30)
    }
  }
}
