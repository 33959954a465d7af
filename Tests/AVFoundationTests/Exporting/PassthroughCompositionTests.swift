import AVFoundation
import TestSupport
import Testing

/// Compositions, and movies with edit lists, that pass through to files of types that cannot have all of them as they
/// are.
@Suite struct PassthroughCompositionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func time(_ hundredths: Int64) -> CMTime { CMTime(value: hundredths, timescale: 100) }

  private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }

  /// A part of a clip, in hundredths of a second; `nil` for the whole track.
  typealias Part = (name: String, range: CMTimeRange?)

  /// Makes a composition of one track.
  private static func composition(
    _ type: AVMediaType, _ parts: [Part]
  ) throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: type, preferredTrackID: 1))
    for (name, range) in parts {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), type)
      try withExtendedLifetime(asset) {
        try track.insertTimeRange(range ?? source.timeRange, of: source, at: .invalid)
      }
    }
    return (composition, track)
  }

  private func export(
    _ asset: AVAsset, as type: AVFileType, named name: String = "out", in range: CMTimeRange? = nil
  ) async throws -> URL {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    if let range { session.timeRange = range }
    #expect(await session.compatibleFileTypes.contains(type))
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: type))
    let url = folder.file("\(name).\(type.fileExtensions[0])")
    try await session.export(to: url, as: type)
    return url
  }

  /// The seconds by which sound may be longer or shorter where a container does not state what an encoder adds.
  private static let padding = 0.1

  private static func loudness(_ sound: ReadMedia.DecodedSound, _ start: Double, _ end: Double) -> Double {
    func sample(_ seconds: Double) -> Int { min(Int(seconds * sound.rate), sound.count) * sound.channels }
    let part = sound.samples[sample(start)..<sample(end)]
    return part.isEmpty ? 0 : (part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)).squareRoot()
  }

  @Test(arguments: [
    ("speech.wav", AVFileType.wav), ("speech.wav", .caf), ("speech.flac", .flac), ("speech.mp3", .mp3),
    ("speech.opus", .ogg), ("speech.mp3", .mkv),
  ])
  func `EX-06, CO-42: the pauses of a composition are silent in every type of file`(
    name: String, type: AVFileType
  ) async throws {
    let (gap, gapped) = try Self.composition(.audio, [(name, Self.range(0, 80))])
    gapped.insertEmptyTimeRange(Self.range(40, 60))
    let (late, delayed) = try Self.composition(.audio, [(name, Self.range(0, 80))])
    delayed.insertEmptyTimeRange(Self.range(0, 20))
    for (composition, pause, file) in [(gap, 0.4, "gap"), (late, 0.0, "late")] {
      let sound = try ReadMedia.sound(try await export(composition, as: type, named: file))
      #expect(abs(Double(sound.count) / sound.rate - 1) < Self.padding, "\(file): \(sound.count)")
      #expect(Self.loudness(sound, pause + 0.08, pause + 0.15) < 0.005, "\(file)")
      #expect(Self.loudness(sound, pause + 0.25, pause + 0.35) > 0.02, "\(file)")
    }
  }

  struct Mixture: Sendable, CustomTestStringConvertible {
    var mediaType: AVMediaType
    var parts: [Part]
    var types: [AVFileType]
    var testDescription: String { parts.map(\.name).joined(separator: " and ") }
  }

  static let mixtures = [
    Mixture(
      mediaType: .video, parts: [("h264-aac-small.mp4", range(30, 100))], types: [.mkv, .mpeg2TransportStream]),
    Mixture(
      mediaType: .video, parts: [("h264-aac-small.mp4", nil), ("h264-pcm.mov", nil)],
      types: [.mkv, .mpeg2TransportStream]),
    Mixture(
      mediaType: .audio, parts: [("speech.m4a", range(30, 100)), ("h264-aac.mov", range(30, 100))],
      types: [.mkv, .mpeg2TransportStream, .m4a]),
    Mixture(
      mediaType: .audio, parts: [("speech.m4a", nil), ("speech.m4a", nil)], types: [.mkv, .mpeg2TransportStream]),
    Mixture(
      mediaType: .audio, parts: [("speech.m4a", range(30, 100)), ("speech.mp3", range(30, 100))],
      types: [.m4a, .m4v, .mp4, .mkv]),
  ]

  @Test(arguments: mixtures)
  func `EX-06, EX-23: types of files that are said to be compatible are`(mixture: Mixture) async throws {
    let (composition, _) = try Self.composition(mixture.mediaType, mixture.parts)
    for type in mixture.types {
      let url = try await export(composition, as: type)
      let made = AVURLAsset(url: url)
      var length = made.duration.seconds
      if mixture.mediaType == .audio, type == .mpeg2TransportStream {
        // It does not state how long its last packets of sound last.
        let sound = try ReadMedia.sound(url)
        length = Double(sound.count) / sound.rate
      }
      #expect(abs(length - composition.duration.seconds) < Self.padding, "\(type.rawValue)")
      #expect(made.tracks.map(\.mediaType) == [mixture.mediaType])
    }
  }

  @Test func `EX-06: whole clips of one format pass through as they are`() async throws {
    let parts: [Part] = [("h264-aac-small.mp4", nil), ("h264-aac-small.mp4", nil)]
    let (pictures, _) = try Self.composition(.video, parts)
    let stored = try ReadMedia.stored(MediaFiles.fixture("h264-aac-small.mp4"), .video).map(\.bytes)
    let url = try await export(pictures, as: .mkv)
    #expect(try ReadMedia.stored(url, .video).map(\.bytes) == stored + stored)
    let (sound, _) = try Self.composition(.audio, [("h264-aac-small.mp4", nil)])
    let (source, copy) = (
      try ReadMedia.stored(MediaFiles.fixture("h264-aac-small.mp4"), .audio),
      try ReadMedia.stored(try await export(sound, as: .mkv, named: "sound"), .audio)
    )
    #expect(copy.map(\.bytes) == source.map(\.bytes))
  }

  @Test(arguments: [
    ("h264-pcm.mov", AVFileType.mov), ("speech.wav", .wav), ("speech.wav", .caf), ("speech.m4a", .m4a),
    ("speech.m4a", .mkv),
  ])
  func `EX-06, EX-44: sound at another speed is encoded, and lasts as long as it is shown`(
    name: String, type: AVFileType
  ) async throws {
    for hundredths in [50, 200] as [Int64] {
      let (composition, track) = try Self.composition(.audio, [(name, Self.range(0, 100))])
      track.scaleTimeRange(Self.range(0, 100), toDuration: Self.time(hundredths))
      let sound = try ReadMedia.sound(try await export(composition, as: type, named: "\(hundredths)"))
      let seconds = Double(sound.count) / sound.rate
      #expect(abs(seconds - Double(hundredths) / 100) < Self.padding, "\(seconds)")
      // It is heard up to its end.
      #expect(Self.loudness(sound, seconds * 0.6, seconds * 0.9) > 0.01)
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes linear PCM of floats")))
  func `EX-06: parts of linear PCM pass through, cut to the frame`() async throws {
    let source = folder.file("float.wav")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", MediaFiles.fixture("speech.wav").path, "-c:a", "pcm_f32le", source.path,
    ])
    let samples = try ReadMedia.sound(source).samples
    let part = try await export(AVURLAsset(url: source), as: .wav, named: "part", in: Self.range(31, 83))
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(Self.range(31, 83), of: AVURLAsset(url: source), at: .zero)
    let composed = try await export(composition, as: .wav, named: "composed")
    for url in [part, composed] {
      let (asset, track) = try ReadMedia.track(url, .audio)
      let form = try #require(track.format.audioStreamBasicDescription)
      #expect(form.mFormatFlags & kAudioFormatFlagIsFloat != 0 && form.mBitsPerChannel == 32)
      #expect(try ReadMedia.sound(asset.url).samples == Array(samples[31 * 441..<83 * 441]))
    }
  }

  @Test(arguments: [AVFileType.mkv, .mpeg2TransportStream])
  func `EX-06: what an edit list leaves out is not in files without one`(type: AVFileType) async throws {
    let trimmed = MediaFiles.fixture("h264-trimmed.mov")
    let made = try await export(AVURLAsset(url: trimmed), as: type, named: "trimmed")
    #expect(try ReadMedia.pictureTimes(made).count == ReadMedia.pictureTimes(trimmed).count)
    // Several parts, as a movie's edit list shows them.
    for (mediaType, name) in [(.video, "h264-aac-small.mp4"), (.audio, "speech.m4a")] as [(AVMediaType, String)] {
      let parts: [Part] = [(name, Self.range(50, 90)), (name, Self.range(10, 60))]
      let (composition, _) = try Self.composition(mediaType, parts)
      let movie = AVURLAsset(url: try await export(composition, as: .mov, named: "\(mediaType.rawValue)"))
      #expect(try #require(movie.tracks.first).isComposed)
      let copy = AVURLAsset(url: try await export(movie, as: type, named: "\(mediaType.rawValue) copy"))
      #expect(abs(copy.duration.seconds - 0.9) < Self.padding, "\(mediaType.rawValue)")
    }
  }
}
