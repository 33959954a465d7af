import AVFoundation
import Synchronization
import TestSupport
import Testing

/// A delegate that notes what it is told of, and goes on a number of times.
private final class Listener: NSObject, AVVideoCompositionValidationHandling {
  let limit: Int
  private let heard = Mutex<[String]>([])
  var flaws: [String] { heard.withLock { $0 } }

  init(limit: Int = .max) { self.limit = limit }

  private func hear(_ flaw: String) -> Bool {
    heard.withLock { heard in
      heard.append(flaw)
      return heard.count < limit
    }
  }

  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { hear(key) }

  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool {
    hear("empty \(Int((timeRange.start.seconds * 100).rounded())) to \(Int((timeRange.end.seconds * 100).rounded()))")
  }

  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool {
    let index = videoComposition.instructions.firstIndex { $0 === videoCompositionInstruction }
    return hear("range \(index ?? -1)")
  }

  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { hear("track \(layerInstruction.trackID)") }
}

/// A delegate that implements nothing.
private final class DeafListener: NSObject, AVVideoCompositionValidationHandling {}

@Suite("Validity of video compositions")
struct VideoCompositionValidityTests {
  private let asset: AVMutableComposition
  private let track: AVAssetTrack

  init() throws {
    asset = try ComposedSources.shared.get().composition([0])
    track = asset.tracks[0]
  }

  private static let always = CMTimeRange(start: .zero, duration: .positiveInfinity)

  private func composition(_ ranges: [(Int, Int)], trackID: CMPersistentTrackID? = nil) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition([])
    composition.instructions = ranges.map { start, end in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = ComposedSources.range(start, end)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      if let trackID { layer.trackID = trackID }
      instruction.layerInstructions = [layer]
      return instruction
    }
    return composition
  }

  /// The flaws that are told, and whether the composition is valid.
  private func flaws(
    _ composition: AVVideoComposition, in range: CMTimeRange = always, limit: Int = .max
  ) async throws -> [String] {
    let listener = Listener(limit: limit)
    let isValid = try await composition.isValid(for: asset, timeRange: range, validationDelegate: listener)
    #expect(isValid == listener.flaws.isEmpty)
    #expect(
      try await composition.isValid(for: asset, timeRange: range, validationDelegate: nil) == isValid)
    #expect(
      composition.isValid(
        for: asset.tracks, assetDuration: asset.duration, timeRange: range, validationDelegate: DeafListener())
        == isValid)
    return listener.flaws
  }

  @Test func `VC-40 to VC-44: flaws are told in order`() async throws {
    #expect(try await flaws(composition([(0, 40)])) == [])
    #expect(try await flaws(composition([(0, 20), (20, 100)])) == [])
    #expect(try await flaws(composition([])) == ["empty 0 to 40"])
    #expect(
      try await flaws(composition([(5, 10), (12, 30)])) == ["empty 0 to 5", "empty 10 to 12", "empty 30 to 40"])
    #expect(try await flaws(composition([(0, 20), (19, 40)])) == ["range 1", "empty 20 to 40"])
    #expect(try await flaws(composition([(0, 20), (20, 20), (20, 40)])) == ["range 1"])
    #expect(try await flaws(composition([(20, 40), (0, 20)])) == ["empty 0 to 20", "range 1"])
    #expect(try await flaws(composition([(0, 40)], trackID: 77)) == ["track 77"])
    // Only what overlaps the range counts.
    let some = composition([(0, 10), (10, 20), (15, 40)])
    #expect(try await flaws(some, in: ComposedSources.range(2, 12)) == [])
    #expect(try await flaws(some, in: ComposedSources.range(18, 19)) == ["range 2"])
    let bad = composition([(0, 40)])
    (bad.renderSize, bad.frameDuration, bad.renderScale) = (.zero, .indefinite, 0)
    #expect(try await flaws(bad) == ["frameDuration", "renderSize", "renderScale"])
    #expect(try await flaws(bad, limit: 2) == ["frameDuration", "renderSize"])
    let large = composition([(0, 40)])
    for length in [1e20, 1e300, CGFloat.infinity, .nan] {
      large.renderSize = CGSize(width: length, height: 10)
      #expect(try await flaws(large) == ["renderSize"])
    }
    large.renderSize = CGSize(width: 64, height: 48)
    for scale in [1e20, Float.infinity, .nan] {
      large.renderScale = scale
      #expect(try await flaws(large) == ["renderScale"])
    }
  }

  @Test func `VC-42: without an asset the end is not known`() async throws {
    let some = composition([(0, 10)], trackID: 77)
    #expect(try await some.isValid(for: nil, timeRange: Self.always, validationDelegate: nil))
    #expect(
      try await !some.isValid(for: nil, timeRange: ComposedSources.range(0, 11), validationDelegate: nil))
    let answer = try await withCheckedThrowingContinuation { continuation in
      some.determineValidity(for: asset, timeRange: Self.always, validationDelegate: nil) { isValid, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isValid))
      }
    }
    #expect(!answer)
  }

  @Test func `VC-46: reading what is not valid fails as it starts`() throws {
    func code(_ composition: AVVideoComposition?, range: CMTimeRange? = nil) -> AVError.Code? {
      do {
        _ = try ComposedReading.samples(asset, composition, range: range)
        return nil
      } catch { return (error as? AVError)?.code }
    }
    #expect(code(nil) == .invalidVideoComposition)
    #expect(code(composition([])) == .invalidVideoComposition)
    #expect(code(composition([(0, 20), (24, 40)])) == .invalidVideoComposition)
    #expect(code(composition([(0, 20), (19, 40)])) == .invalidVideoComposition)
    #expect(code(composition([(0, 40)], trackID: 77)) == .invalidVideoComposition)
    let bad = composition([(0, 40)])
    bad.frameDuration = .zero
    #expect(code(bad) == .invalidVideoComposition)
    bad.frameDuration = CMTime(value: 1, timescale: 25)
    bad.renderSize = CGSize(width: 1e20, height: 10)
    #expect(code(bad) == .invalidVideoComposition)
    bad.renderSize = CGSize(width: 64, height: 48)
    bad.sourceTrackIDForFrameTiming = 77
    #expect(code(bad) == .invalidVideoComposition)
    // What lies outside of the range is not looked at, and nor are gaps between pictures.
    #expect(code(composition([(0, 20), (19, 40)]), range: ComposedSources.range(0, 12)) == nil)
    #expect(code(composition([(0, 21), (23, 39)])) == nil)
    // An instruction of a client's own class needs a compositor.
    let foreign = composition([])
    foreign.instructions = [PlainInstruction(ComposedSources.range(0, 40))]
    #expect(code(foreign) == .invalidVideoComposition)
  }

  /// ISO 14496-12, 8.3.2: the header ends with the matrix and the size. The shift is in two of the matrix's nine numbers.
  @Test func `VC-52: pictures that are turned and not moved are in the picture`() async throws {
    let folder = try TemporaryFolder()
    var bytes = [UInt8](try Data(contentsOf: MediaFiles.fixture("h264-rotated.mov")))
    let header = try #require(Data(bytes).range(of: Data("tkhd".utf8))).upperBound
    try #require(bytes[header] == 0)
    for byte in header + 64..<header + 72 { bytes[byte] = 0 }
    try Data(bytes).write(to: folder.file("turned.mov"))
    func made(_ url: URL) async throws -> (size: CGSize, transform: CGAffineTransform?) {
      let made = try await AVVideoComposition.videoComposition(withPropertiesOf: AVURLAsset(url: url))
      let instruction = made.instructions.first as? AVVideoCompositionInstruction
      return (made.renderSize, instruction?.layerInstructions.first?.transformRamp(at: .zero)?.start)
    }
    let (turned, whole) = (
      try await made(folder.file("turned.mov")), try await made(MediaFiles.fixture("h264-rotated.mov"))
    )
    #expect(turned.size == whole.size && turned.transform == whole.transform)
    let track = try ReadMedia.track(folder.file("turned.mov"), .video).1
    #expect(track.preferredTransform.tx == 0 && track.preferredTransform != whole.transform)
  }

  @Test func `VC-50 to VC-53: a composition of an asset's properties`() async throws {
    let rotated = AVURLAsset(url: MediaFiles.fixture("h264-rotated.mov"))
    let track = try #require(rotated.tracks(withMediaType: .video).first)
    let made = try await AVVideoComposition.videoComposition(withPropertiesOf: rotated)
    let upright = track.naturalSize.applying(track.preferredTransform)
    #expect(made.renderSize == CGSize(width: abs(upright.width), height: abs(upright.height)))
    #expect(made.renderSize.height > made.renderSize.width)
    #expect(made.sourceTrackIDForFrameTiming == track.trackID && made.renderScale == 1)
    #expect(abs(made.frameDuration.seconds * Double(track.nominalFrameRate) - 1) < 1e-3)
    let instruction = try #require(made.instructions.first as? AVVideoCompositionInstruction)
    #expect(made.instructions.count == 1 && instruction.timeRange == CMTimeRange(start: .zero, end: rotated.duration))
    let layer = try #require(instruction.layerInstructions.first)
    #expect(layer.transformRamp(at: .zero)?.start == track.preferredTransform)
    #expect(try await made.isValid(for: rotated, timeRange: Self.always, validationDelegate: nil))

    let several = try ComposedSources.shared.get().composition([0, 20, 10])
    let prototype = AVMutableVideoCompositionInstruction()
    (prototype.backgroundColor, prototype.enablePostProcessing) = (.white, false)
    let all = try await AVMutableVideoComposition.videoComposition(
      withPropertiesOf: several, prototypeInstruction: prototype)
    #expect(all.renderSize == several.naturalSize && all.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
    #expect(all.frameDuration == CMTime(value: 1, timescale: 25))
    let parts = all.instructions.compactMap { $0 as? AVVideoCompositionInstruction }
    #expect(parts.map { Int(($0.timeRange.start.seconds * 100).rounded()) } == [0, 10, 20, 40, 50])
    let ids = several.tracks.map(\.trackID)
    let shown = [[ids[0]], [ids[0], ids[2]], ids, [ids[1], ids[2]], [ids[1]]]
    #expect(parts.map { $0.layerInstructions.map(\.trackID) } == shown)
    #expect(parts.allSatisfy { $0.backgroundColor == .white && !$0.enablePostProcessing })
    // One track is shown up to 0.1 s and from 0.3 to 0.6 s, the other from 0.2 to 0.4 and from 0.45 to 0.65 s.
    let broken = try ComposedSources.shared.get().composition([0, 20])
    let halves = broken.tracks
    halves[0].insertEmptyTimeRange(ComposedSources.range(10, 30))
    halves[1].insertEmptyTimeRange(ComposedSources.range(40, 45))
    let (one, two) = (halves[0].trackID, halves[1].trackID)
    let turns = try await AVVideoComposition.videoComposition(withPropertiesOf: broken).instructions
      .compactMap { $0 as? AVVideoCompositionInstruction }
    #expect(turns.map { Int(($0.timeRange.start.seconds * 100).rounded()) } == [0, 10, 20, 30, 40, 45, 60])
    #expect(
      turns.map { $0.layerInstructions.map(\.trackID) }
        == [[one], [], [two], [one, two], [one], [one, two], [two]])
    // Without video tracks there is no instruction; an asset that cannot be read throws.
    let sound = AVURLAsset(url: MediaFiles.fixture("speech.wav"))
    let none = try await AVVideoComposition.Configuration(for: sound)
    #expect(none.instructions.isEmpty && none.frameDuration == CMTime(value: 1, timescale: 30))
    #expect(AVMutableVideoComposition(propertiesOf: sound).instructions.isEmpty)
    #expect(AVVideoComposition(propertiesOf: rotated).renderSize == made.renderSize)
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/missing.mov"))
    await #expect(throws: AVError.self) { _ = try await AVVideoComposition.Configuration(for: missing) }
    let answer: (AVMutableVideoComposition?, (any Error)?) = await withCheckedContinuation { continuation in
      AVMutableVideoComposition.videoComposition(withPropertiesOf: missing) { made, error in
        continuation.resume(returning: (made, error))
      }
    }
    #expect(answer.0 == nil && answer.1 is AVError)
  }
}

/// An instruction of a client's own class, for all tracks.
final class PlainInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  let timeRange: CMTimeRange
  let enablePostProcessing = false
  let containsTweening: Bool
  let requiredSourceTrackIDs: [NSValue]?
  let passthroughTrackID: CMPersistentTrackID

  init(
    _ timeRange: CMTimeRange, containsTweening: Bool = true, tracks: [CMPersistentTrackID]? = nil,
    passing passthroughTrackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid
  ) {
    (self.timeRange, self.containsTweening, self.passthroughTrackID) = (timeRange, containsTweening, passthroughTrackID)
    requiredSourceTrackIDs = tracks?.map { NSNumber(value: $0) }
  }
}

/// Misuse of video compositions.
enum VideoCompositionMisuse: String, Misuse {
  case noTracks = "AR-50: an output of no tracks"
  case notVideo = "AR-50: an output of a track that is not video"
  case otherAsset = "AR-50: an output of tracks of two assets"
  case scaling = "AR-50: an output with a mode of scaling"
  case late = "AR-51: a composition that is set after reading started"
  case opacity = "VC-22: an opacity above 1"
  case opacityTime = "VC-22: an opacity at a time that is not numeric"
  case rampTime = "VC-22: a ramp without an end"
  case delegate = "VC-45: a delegate that changes the instructions"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .noTracks: (.invalidArgument, ["no tracks"])
    case .notVideo: (.invalidArgument, ["only tracks of video", "soun"])
    case .otherAsset: (.invalidArgument, ["one asset"])
    case .scaling: (.invalidArgument, [AVVideoScalingModeKey])
    case .late: (.invalidArgument, ["videoComposition", "before reading starts"])
    case .opacity: (.invalidArgument, ["from 0 to 1"])
    case .opacityTime, .rampTime: (.invalidArgument, ["numbers"])
    case .delegate: (.internalInconsistency, ["must not change"])
    }
  }

  private final class Meddler: NSObject, AVVideoCompositionValidationHandling {
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      (videoComposition as? AVMutableVideoComposition)?.instructions = [AVMutableVideoCompositionInstruction()]
      return true
    }
  }

  func commit(in folder: URL) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-pcm.mov"))
    let other = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    let video = try #require(asset.tracks(withMediaType: .video).first)
    func output(_ tracks: [AVAssetTrack], _ settings: [String: Any]? = nil) -> AVAssetReaderVideoCompositionOutput {
      AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
    }
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: video)
    switch self {
    case .noTracks: _ = output([])
    case .notVideo: _ = output(asset.tracks(withMediaType: .audio))
    case .otherAsset: _ = output([video] + other.tracks(withMediaType: .video))
    case .scaling: _ = output([video], [AVVideoScalingModeKey: AVVideoScalingModeResize])
    case .late:
      let (reader, output) = (try AVAssetReader(asset: asset), output([video]))
      output.videoComposition = AVVideoComposition(propertiesOf: asset)
      reader.add(output)
      _ = reader.startReading()
      output.videoComposition = nil
    case .opacity: layer.setOpacity(1.5, at: .zero)
    case .opacityTime: layer.setOpacity(1, at: .indefinite)
    case .rampTime:
      layer.setTransformRamp(
        fromStart: .identity, toEnd: .identity, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    case .delegate:
      _ = AVMutableVideoComposition([]).isValid(
        for: [video], assetDuration: CMTime(value: 9, timescale: 1),
        timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity), validationDelegate: Meddler())
    }
  }
}

@Suite("Misuse of video compositions")
struct VideoCompositionMisuseTests {
  @Test(arguments: VideoCompositionMisuse.allCases)
  func `what Apple answers with an exception stops the process with its message`(_ misuse: VideoCompositionMisuse)
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as VideoCompositionMisuse] in
      try misuse.commit(in: FileManager.default.temporaryDirectory)
    }
    expectException(misuse, result)
  }
}
