import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Audio mixes")
struct AudioMixTests {
  private static func time(_ frame: Int64) -> CMTime { CMTime(value: frame, timescale: 48_000) }

  /// A composition of two tracks of sound: one of them begins later, and ends later.
  private static func twoTracks() throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for (name, start) in [("pcm24-stereo.wav", Int64(0)), ("prores-pcm24.mov", 4800)] {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), .audio)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: Self.time(start))
    }
    return composition
  }

  private static func floats(_ composition: AVComposition, _ output: AVAssetReaderOutput) throws -> [Float] {
    let sound = try RangeReading.Sound(try RangeReading(composition, output, isRandomAccess: false).rest())
    return RangeReading.Sound.floats(sound.bytes[...])
  }

  /// The tracks of a composition, each read by itself as interleaved floats.
  private static func tracks(_ composition: AVMutableComposition) throws -> [[Float]] {
    let settings = Settings.pcm(rate: 48_000, channels: 2, bits: 32, isFloat: true)
    return try composition.tracks.map {
      try floats(composition, AVAssetReaderTrackOutput(track: $0, outputSettings: settings))
    }
  }

  private static func parameters(of track: AVAssetTrack) -> AVMutableAudioMixInputParameters {
    AVMutableAudioMixInputParameters(track: track)
  }

  private static func mix(_ parameters: [AVAudioMixInputParameters]) -> AVAudioMix {
    let mix = AVMutableAudioMix()
    mix.inputParameters = parameters
    return mix
  }

  /// The sum of the tracks, frame by frame, by the rules alone.
  private static func sum(_ tracks: [[Float]], volume: (Int, Double) -> Float) -> [Float] {
    (0..<(tracks.map(\.count).max() ?? 0)).map { sample in
      tracks.indices.reduce(Float(0)) { sum, track in
        guard tracks[track].indices.contains(sample) else { return sum }
        return sum + tracks[track][sample] * volume(track, Double(sample / 2) / 48_000)
      }
    }
  }

  @Test func `MX-01, MX-20, MX-21, AR-41: tracks are added up as they are, to the end of the longest`() throws {
    let composition = try Self.twoTracks()
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    #expect(output.mediaType == .audio && output.audioTracks == composition.tracks && output.audioSettings == nil)
    let mixed = try Self.floats(composition, output)
    let tracks = try Self.tracks(composition)
    #expect(tracks.map { $0.count / 2 } == [14_401, 4800 + 15_360])
    #expect(mixed == Self.sum(tracks) { _, _ in 1 })
  }

  @Test func `MX-23, AR-41: without settings the format follows from the tracks`() throws {
    let composition = AVMutableComposition()
    for name in ["speech.wav", "h264-pcm.mov", "pcm24-stereo.wav"] {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), .audio)
      let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      try track?.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
    }
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    let basic = try RangeReading(composition, output).rest().first?.formatDescription?.audioStreamBasicDescription
    #expect(basic?.mSampleRate == 48_000 && basic?.mChannelsPerFrame == 2 && basic?.mBitsPerChannel == 32)
  }

  @Test func `MX-23, CO-43: channels are for the speakers that the decoder says`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody makes AAC whose container leaves the speakers open") else { return }
    let folder = try TemporaryFolder()
    let tones = (0..<4).map { "\(Double($0 + 2) * 0.05)*sin(\(300 + 80 * $0)*2*PI*t)" }.joined(separator: "|")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=quad:s=48000:d=0.5", "-c:a", "aac", "-b:a", "512k",
      folder.path("quad.m4a"),
    ])
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
    ]
    func floats(_ asset: AVAsset, _ output: AVAssetReaderOutput) throws -> [Float] {
      let samples = try RangeReading(asset, output, isRandomAccess: false).rest()
      let layouts = samples.map { $0.formatDescription?.audioChannelLayout?.tag }
      #expect(!layouts.isEmpty && layouts.allSatisfy { $0 == kAudioChannelLayoutTag_Quadraphonic })
      return RangeReading.Sound.floats(try RangeReading.Sound(samples).bytes[...])
    }
    let (asset, source) = try ReadMedia.track(folder.file("quad.m4a"), .audio)
    let alone = try floats(asset, AVAssetReaderTrackOutput(track: source, outputSettings: settings))
    #expect(
      try floats(asset, AVAssetReaderAudioMixOutput(audioTracks: [source], audioSettings: settings)) == alone)
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
    #expect(
      try floats(composition, AVAssetReaderTrackOutput(track: track, outputSettings: settings)) == alone)
  }

  @Test func `MX-10 to MX-12, MX-22: each frame has the volume of its time`() throws {
    let composition = try Self.twoTracks()
    let first = Self.parameters(of: composition.tracks[0])
    first.setVolumeRamp(
      fromStartVolume: 0.8, toEndVolume: 0.1, timeRange: CMTimeRange(start: Self.time(4001), duration: Self.time(3333)))
    first.setVolume(0.5, at: Self.time(9000))
    let second = Self.parameters(of: composition.tracks[1])
    second.setVolume(0, at: .zero)
    second.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: Self.time(6000), duration: Self.time(6000)))
    // It begins within the other.
    second.setVolumeRamp(
      fromStartVolume: 0.2, toEndVolume: 0.4, timeRange: CMTimeRange(start: Self.time(8000), duration: Self.time(500)))
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    output.audioMix = Self.mix([first, second])
    let mixed = try Self.floats(composition, output)
    func ramp(_ from: Float, _ to: Float, _ start: Double, _ end: Double, _ time: Double) -> Float {
      from + (to - from) * Float((time - start / 48_000) / (end / 48_000 - start / 48_000))
    }
    let expected = Self.sum(try Self.tracks(composition)) { track, time in
      let frame = (time * 48_000).rounded()
      if track == 0 {
        return frame < 4001 ? 1 : frame < 7334 ? ramp(0.8, 0.1, 4001, 7334, time) : frame < 9000 ? 0.1 : 0.5
      }
      return frame < 6000
        ? 0 : frame < 8000 ? ramp(0, 1, 6000, 12_000, time) : frame < 8500 ? ramp(0.2, 0.4, 8000, 8500, time) : 0.4
    }
    #expect(mixed == expected)
    // A part of it is the same.
    let reader = try AVAssetReader(asset: composition)
    reader.timeRange = CMTimeRange(start: Self.time(5000), end: Self.time(9500))
    let part = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    part.audioMix = Self.mix([first, second])
    reader.add(part)
    let sound = try RangeReading.Sound(try RangeReading(started: reader, part).rest())
    #expect(sound.start == Self.time(5000))
    #expect(RangeReading.Sound.floats(sound.bytes[...]) == Array(expected[10_000..<19_000]))
  }

  @Test func `MX-13: a ramp is found by a time in it or before it`() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 9
    let early = CMTimeRange(start: Self.time(100), duration: Self.time(100))
    let late = CMTimeRange(start: Self.time(500), duration: Self.time(100))
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.25, timeRange: late)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.5, timeRange: early)
    func ramp(_ frame: Int64) -> (Float, Float, CMTimeRange)? {
      var (start, end, range) = (Float(-1), Float(-1), CMTimeRange.invalid)
      let found = parameters.getVolumeRamp(
        for: Self.time(frame), startVolume: &start, endVolume: &end, timeRange: &range)
      return found ? (start, end, range) : nil
    }
    #expect(try #require(ramp(0)) == (1, 0.5, early))
    #expect(try #require(ramp(150)) == (1, 0.5, early))
    #expect(try #require(ramp(200)) == (0.5, 0.25, late))
    #expect(ramp(600) == nil)
    #expect(parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
  }

  @Test func `MX-02: mixes and outputs keep copies`() throws {
    let composition = try Self.twoTracks()
    let parameters = Self.parameters(of: composition.tracks[0])
    parameters.audioTimePitchAlgorithm = .varispeed
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    output.audioMix = mix
    parameters.setVolume(0, at: .zero)
    (parameters.trackID, parameters.audioTimePitchAlgorithm) = (99, nil)
    mix.inputParameters = []
    let kept = try #require(output.audioMix?.inputParameters.first)
    #expect(kept.trackID == composition.tracks[0].trackID && kept.audioTimePitchAlgorithm == .varispeed)
    #expect(!kept.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
    let editable = try #require(kept.mutableCopy() as? AVMutableAudioMixInputParameters)
    editable.setVolume(0.5, at: .zero)
    #expect(!kept.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
    let other = try #require(output.audioMix?.mutableCopy() as? AVMutableAudioMix)
    #expect(other.inputParameters.count == 1 && mix.inputParameters.isEmpty)
    #expect(kept.copy() as AnyObject === kept)
  }

  @Test func `MX-24: integers are full scale where the sum is beyond`() throws {
    let composition = try Self.twoTracks()
    let loud = Self.parameters(of: composition.tracks[0])
    loud.setVolume(50, at: .zero)
    let output = AVAssetReaderAudioMixOutput(
      audioTracks: [composition.tracks[0]], audioSettings: Settings.pcm(rate: 48_000, channels: 2, bits: 16))
    output.audioMix = Self.mix([loud])
    let sound = try RangeReading.Sound(try RangeReading(composition, output, isRandomAccess: false).rest())
    let samples = sound.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let source = try Self.tracks(composition)[0]
    #expect(samples.contains(.max) && samples.contains(.min))
    for (sample, value) in zip(samples, source) {
      let exact = Double(value * 50) * 32_768
      let expected = min(max(exact.rounded(.toNearestOrEven), -32_768), 32_767)
      #expect(abs(Double(sample) - expected) <= 1)
    }
  }

  @Test(arguments: [MTAudioProcessingTap.Position.preEffects, .postEffects])
  func `MX-30: a tap gets the sound and may change it`(position: MTAudioProcessingTap.Position) throws {
    let composition = try Self.twoTracks()
    let track = composition.tracks[1]
    let heard = Mutex<(end: CMTime, peak: Float)>((.zero, 0))
    let tap = MTAudioProcessingTap(position: position) { sound in
      heard.withLock { heard in
        if sound.timeRange.start == heard.end { heard.end = sound.timeRange.end }
        heard.peak = max(heard.peak, sound.samples.map(abs).max() ?? 0)
      }
      for index in sound.samples.indices { sound.samples[index] += Float(sound.channelCount) }
    }
    let parameters = Self.parameters(of: track)
    parameters.audioTapProcessor = tap
    parameters.setVolume(0.5, at: .zero)
    let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
    output.audioMix = Self.mix([parameters])
    let mixed = try Self.floats(composition, output)
    let source = try Self.tracks(composition)[1]
    #expect(mixed == source.map { position == .preEffects ? ($0 + 2) * 0.5 : $0 * 0.5 + 2 })
    #expect(heard.withLock { $0.end } == track.timeRange.end)
    let loudest = source.map(abs).max() ?? 0
    #expect(heard.withLock { $0.peak } == (position == .preEffects ? loudest : loudest * 0.5))
  }

  @Test func `AR-42: parameters may name an algorithm for the pitch`() throws {
    let composition = try Self.twoTracks()
    composition.scaleTimeRange(
      CMTimeRange(start: .zero, duration: composition.duration), toDuration: CMTime(value: 1, timescale: 1))
    let parameters = composition.tracks.map { Self.parameters(of: $0) }
    for parameters in parameters { parameters.audioTimePitchAlgorithm = .varispeed }
    func mixed(_ algorithm: AVAudioTimePitchAlgorithm, _ mix: AVAudioMix?) throws -> [Float] {
      let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
      #expect(output.audioTimePitchAlgorithm == .spectral)
      output.audioTimePitchAlgorithm = algorithm
      output.audioMix = mix
      return try Self.floats(composition, output)
    }
    let tape = try mixed(.varispeed, nil)
    #expect(tape.count == 96_000)
    #expect(try mixed(.timeDomain, Self.mix(parameters)) == tape)
    #expect(try mixed(.timeDomain, nil) != tape)
  }
}

/// Misuse of compositions and mixes.
enum ComposingMisuse: String, Misuse {
  case notContiguous = "CO-06: segments that are not contiguous are set"
  case unlikeCounts = "more ranges than tracks are inserted"
  case notSound = "AR-40: a mix of a track that is not sound"
  case noTracks = "AR-40: a mix of no tracks"
  case otherAsset = "AR-40: a mix of tracks of two assets"
  case qualityKey = "AR-40: a mix with a quality of its rate converter"
  case compressed = "AR-40: a mix as AAC"
  case otherTrack = "AR-42: a mix with parameters for a track that is not mixed"
  case algorithm = "AR-42: a mix with an algorithm that is for playback alone"
  case late = "AR-42: a mix that is set after reading started"
  case volumeTime = "MX-14: a volume at a time that is not numeric"
  case rampTime = "MX-14: a ramp without an end"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .notContiguous: (.invalidArgument, ["segment 1", "does not begin at the end"])
    case .unlikeCounts: (.invalidArgument, ["as many time ranges as tracks"])
    case .notSound: (.invalidArgument, ["only tracks of sound", "vide"])
    case .noTracks: (.invalidArgument, ["no tracks"])
    case .otherAsset: (.invalidArgument, ["one asset"])
    case .qualityKey: (.invalidArgument, [AVSampleRateConverterAudioQualityKey])
    case .compressed: (.invalidArgument, ["kAudioFormatLinearPCM"])
    case .otherTrack: (.invalidArgument, ["track 77"])
    case .algorithm: (.invalidArgument, ["LowQualityZeroLatency"])
    case .late: (.invalidArgument, ["audioMix", "before reading starts"])
    case .volumeTime, .rampTime: (.invalidArgument, ["numbers"])
    }
  }

  func commit(in folder: URL) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-pcm.mov"))
    let other = AVURLAsset(url: MediaFiles.fixture("speech.wav"))
    let (video, sound) = (asset.tracks[0], try #require(asset.tracks(withMediaType: .audio).first))
    func output(_ tracks: [AVAssetTrack], _ settings: [String: Any]? = nil) -> AVAssetReaderAudioMixOutput {
      AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: settings)
    }
    func set(_ change: (AVMutableAudioMixInputParameters) -> Void, on output: AVAssetReaderAudioMixOutput) {
      let (parameters, mix) = (AVMutableAudioMixInputParameters(track: sound), AVMutableAudioMix())
      change(parameters)
      mix.inputParameters = [parameters]
      output.audioMix = mix
    }
    switch self {
    case .notContiguous, .unlikeCounts:
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
      if self == .unlikeCounts { try track.insertTimeRanges([NSValue(timeRange: .zero)], of: [], at: .zero) }
      let second = CMTime(value: 1, timescale: 1)
      track.segments = [
        AVCompositionTrackSegment(timeRange: CMTimeRange(start: .zero, duration: second)),
        AVCompositionTrackSegment(timeRange: CMTimeRange(start: .zero, duration: second)),
      ]
    case .notSound: _ = output([video])
    case .noTracks: _ = output([])
    case .otherAsset: _ = output([sound, other.tracks[0]])
    case .qualityKey:
      _ = output([sound], [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateConverterAudioQualityKey: 1])
    case .compressed: _ = output([sound], [AVFormatIDKey: kAudioFormatMPEG4AAC])
    case .otherTrack: set({ $0.trackID = 77 }, on: output([sound]))
    case .algorithm:
      set(
        { $0.audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency") },
        on: output([sound]))
    case .late:
      let (reader, output) = (try AVAssetReader(asset: asset), output([sound]))
      reader.add(output)
      _ = reader.startReading()
      output.audioMix = nil
    case .volumeTime: AVMutableAudioMixInputParameters(track: sound).setVolume(1, at: .indefinite)
    case .rampTime:
      AVMutableAudioMixInputParameters(track: sound).setVolumeRamp(
        fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    }
  }
}

@Suite("Misuse of compositions and mixes")
struct ComposingMisuseTests {
  @Test(arguments: ComposingMisuse.allCases)
  func `what Apple answers with an exception stops the process with its message`(_ misuse: ComposingMisuse) async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as ComposingMisuse] in
      try misuse.commit(in: FileManager.default.temporaryDirectory)
    }
    expectException(misuse, result)
  }
}
