import AVFoundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Compositions of pictures and mixes of sound in players, exports and image generators.
@Suite("Video compositions and mixes elsewhere")
struct ComposedSeamTests {
  private let sources: ComposedSources
  private let asset: AVMutableComposition

  init() throws {
    sources = try ComposedSources.shared.get()
    asset = try sources.composition([0, 10, 20])
  }

  /// The third movie over the first, moved.
  private var composition: AVMutableVideoComposition {
    AVMutableVideoComposition([asset.tracks[2], asset.tracks[0]], until: 60, background: .white) { layers in
      layers[0].setTransform(CGAffineTransform(translationX: 10, y: 4), at: .zero)
      layers[0].setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: ComposedSources.range(20, 40))
    }
  }

  private func sound() throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for _ in 0..<2 {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture("pcm24-stereo.wav"), .audio)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
    }
    return composition
  }

  // MARK: Images

  @Test func `GI-24: images are of composed pictures, at exactly the requested times`() async throws {
    let composition = composition
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let read = try ComposedReading.samples(asset, composition, settings: settings)
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(generator.videoComposition == nil && generator.customVideoCompositor == nil)
    generator.videoComposition = composition
    composition.instructions = []
    for index in [9, 2, 12, 6] {
      let time = ComposedSources.time(4 * index + 1)
      let (image, actual) = try await generator.image(at: time)
      #expect(actual == read[index].presentationTimeStamp)
      #expect(image.width == 64 && image.height == 48)
    }
    generator.videoComposition = AVMutableVideoComposition()
    do {
      _ = try await generator.image(at: .zero)
      Issue.record("no error")
    } catch { #expect((error as? AVError)?.code == .invalidVideoComposition) }
    // Those of the track again.
    generator.videoComposition = nil
    #expect(try await generator.image(at: .zero).actualTime == .zero)
  }

  // MARK: Exports

  @Test func `EX-46: the composed pictures become one track`() async throws {
    let folder = try TemporaryFolder()
    let composition = composition
    composition.renderSize = CGSize(width: 60, height: 40)
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    let told = Told<Bool>()
    let observation = session.observe(\.videoComposition) { session, _ in told.append(session.videoComposition != nil) }
    session.videoComposition = composition
    observation.invalidate()
    #expect(told.values == [true] && session.customVideoCompositor == nil)
    composition.instructions = []
    try await session.export(to: folder.file("out.mov"), as: .mov)
    let made = AVURLAsset(url: folder.file("out.mov"))
    let track = try #require(made.tracks(withMediaType: .video).first)
    #expect(made.tracks.count == 1 && track.naturalSize == CGSize(width: 60, height: 40))
    #expect(try ReadMedia.pictureTimes(folder.file("out.mov")) == (0..<15).map { ComposedSources.time(4 * $0) })
    // The encoder's quality is high enough to tell a wrong picture.
    let kept = try #require(session.videoComposition)
    for (picture, wanted) in zip(
      try ReadMedia.pictures(folder.file("out.mov")), try ComposedReading.pictures(asset, kept))
    {
      let error = zip(picture.luma, wanted.planes[0]).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
      #expect(10 * log10(255 * 255 * Double(picture.luma.count) / max(error, 1)) > 30)
    }
  }

  @Test func `EX-47: mixed sound becomes one track`() async throws {
    let folder = try TemporaryFolder()
    let asset = try sound()
    let (movie, pictures) = try ReadMedia.track(sources.urls[0], .video)
    let track = try #require(asset.addMutableTrack(withMediaType: .video, preferredTrackID: 9))
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: movie.duration), of: pictures, at: .zero)
    let parameters = asset.tracks(withMediaType: .audio).map { AVMutableAudioMixInputParameters(track: $0) }
    parameters[0].setVolume(0.5, at: .zero)
    parameters[1].setVolume(0.25, at: .zero)
    let stranger = AVMutableAudioMixInputParameters()
    stranger.trackID = 77
    let mix = AVMutableAudioMix()
    mix.inputParameters = parameters + [stranger]
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.audioMix = mix
    mix.inputParameters = []
    #expect(session.audioMix?.inputParameters.count == 3)
    try await session.export(to: folder.file("out.mov"), as: .mov)
    let made = AVURLAsset(url: folder.file("out.mov"))
    #expect(made.tracks(withMediaType: .audio).count == 1 && made.tracks.count == 2)
    let (read, source) = (
      try ReadMedia.sound(folder.file("out.mov")), try ReadMedia.sound(MediaFiles.fixture("pcm24-stereo.wav"))
    )
    try #require(read.samples.count == source.samples.count)
    #expect(zip(read.samples, source.samples).allSatisfy { abs($0 - 0.75 * $1) < 1e-4 })
  }

  @Test func `EX-48: samples that are stored as they are cannot be composed or mixed`() async throws {
    let folder = try TemporaryFolder()
    for mixes in [false, true] {
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
      if mixes { session.audioMix = AVMutableAudioMix() } else { session.videoComposition = composition }
      do {
        try await session.export(to: folder.file("out.mov"), as: .mov)
        Issue.record("no error")
      } catch { #expect((error as? AVError)?.code == .operationNotSupportedForPreset) }
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-36: composed pictures have no part in a range of another epoch`() async throws {
    let folder = try TemporaryFolder()
    let start = CMTime(value: 0, timescale: 600, flags: .valid, epoch: 1)
    for duration in [ComposedSources.time(20), .positiveInfinity] {
      let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      session.videoComposition = composition
      session.timeRange = CMTimeRange(start: start, duration: duration)
      do {
        try await session.export(to: folder.file("out.mov"), as: .mov)
        Issue.record("no error")
      } catch { #expect((error as? AVError)?.code == .exportFailed) }
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `VC-46: an export of what is not valid fails, and leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let composition = composition
    composition.instructions = []
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = composition
    do {
      try await session.export(to: folder.file("out.mov"), as: .mov)
      Issue.record("no error")
    } catch { #expect((error as? AVError)?.code == .invalidVideoComposition) }
    #expect(folder.names.isEmpty)
  }

  // MARK: Players

  @Test func `PI-50, PI-51: a player shows composed pictures`() async throws {
    let (asset, composition) = (asset, composition)
    try await bounded {
      let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
      let read = try ComposedReading.samples(asset, composition, settings: settings)
      let item = AVPlayerItem(asset: asset)
      #expect(item.videoComposition == nil && !item.seekingWaitsForVideoCompositionRendering)
      item.seekingWaitsForVideoCompositionRendering = true
      item.videoComposition = composition
      #expect(item.customVideoCompositor == nil && item.videoComposition?.instructions.count == 1)
      let stepped = SteppedPlayer([item])
      let shown = stepped.addOutput()
      try stepped.waitUntilReady()
      #expect(item.presentationSize == CGSize(width: 64, height: 48))
      for hundredths in [31, 5, 19, 20, 59, 0] {
        let time = ComposedSources.time(hundredths)
        try stepped.seek(to: time)
        let picture = try #require(shown.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil))
        let wanted = try #require(read.last { $0.presentationTimeStamp <= time }?.imageBuffer)
        #expect(ReadPictures.digest(picture) == ReadPictures.digest(wanted), "at \(hundredths)/100")
      }
    }
  }

  @Test func `PI-52: a mix keeps a copy, and parameters of other tracks are passed over`() throws {
    let asset = try sound()
    let item = AVPlayerItem(asset: asset)
    #expect(item.audioMix == nil)
    let stranger = AVMutableAudioMixInputParameters()
    stranger.trackID = 77
    let mix = AVMutableAudioMix()
    mix.inputParameters = [stranger]
    item.audioMix = mix
    mix.inputParameters = []
    #expect(item.audioMix?.inputParameters.count == 1)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.audioMix === item.audioMix)
  }

  @Test func `PI-52: each sound is heard with its volume`() async throws {
    let asset = try sound()
    try await bounded {
      let parameters = asset.tracks.map { AVMutableAudioMixInputParameters(track: $0) }
      parameters[0].setVolume(0.5, at: .zero)
      parameters[1].setVolumeRamp(
        fromStartVolume: 0, toEndVolume: 0,
        timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
      let mix = AVMutableAudioMix()
      mix.inputParameters = parameters
      let item = AVPlayerItem(asset: asset)
      item.audioMix = mix
      let stepped = SteppedPlayer([item])
      try stepped.waitUntilReady()
      try stepped.play()
      try stepped.step { stepped.player.currentTime().seconds > 0.2 }
      let heard = stepped.device.samples
      let source = try ReadSound(MediaFiles.fixture("pcm24-stereo.wav"), sampleRate: 48_000).stereo(0..<9600)
      let (first, wanted) = (try #require(heard.firstIndex { $0 != 0 }), try #require(source.firstIndex { $0 != 0 }))
      let part = source[wanted..<9000]
      #expect(part.contains { abs($0) > 0.1 })
      #expect(zip(heard[first...], part).allSatisfy { abs($0 - 0.5 * $1) < 0.001 })
    }
  }
}

/// Misuse of an item's composition.
enum ItemCompositionMisuse: String, Misuse {
  case size = "PI-50: a composition without a size"
  case duration = "PI-50: a composition without a frame duration"
  case timing = "PI-50: a composition with the times of no track"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .size: (.invalidArgument, ["renderSize"])
    case .duration: (.invalidArgument, ["frameDuration"])
    case .timing: (.invalidArgument, ["sourceTrackIDForFrameTiming"])
    }
  }

  func commit(in folder: URL) throws {
    let composition = AVMutableVideoComposition([])
    switch self {
    case .size: composition.renderSize = .zero
    case .duration: composition.frameDuration = .zero
    case .timing: composition.sourceTrackIDForFrameTiming = -1
    }
    AVPlayerItem(url: MediaFiles.fixture("h264-pcm.mov")).videoComposition = composition
  }
}

@Suite("Misuse of an item's composition")
struct ItemCompositionMisuseTests {
  @Test(arguments: ItemCompositionMisuse.allCases)
  func `what Apple answers with an exception stops the process with its message`(_ misuse: ItemCompositionMisuse)
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as ItemCompositionMisuse] in
      try misuse.commit(in: FileManager.default.temporaryDirectory)
    }
    expectException(misuse, result)
  }
}
