import AVFoundation
import TestSupport
import Testing

/// Every property that shapes a track or the file, set when writing has started: a programmer's error.
enum LateConfiguration: String, Misuse {
  case metadata = "WI-20 an input's metadata"
  case expectsMediaDataInRealTime = "WI-21 expectsMediaDataInRealTime"
  case performsMultiPassEncoding = "WI-22 performsMultiPassEncodingIfSupported"
  case naturalSize = "WI-23 naturalSize"
  case transform = "WI-24 transform"
  case preferredVolume = "WI-25 preferredVolume"
  case languageCode = "WI-26 languageCode"
  case extendedLanguageTag = "WI-27 extendedLanguageTag"
  case marksOutputTrackAsEnabled = "WI-28 marksOutputTrackAsEnabled"
  case mediaTimeScale = "WI-29 mediaTimeScale"
  case preferredMediaChunkDuration = "WI-30 preferredMediaChunkDuration"
  case preferredMediaChunkAlignment = "WI-31 preferredMediaChunkAlignment"
  case sampleReferenceBaseURL = "WI-32 sampleReferenceBaseURL"
  case mediaDataLocation = "WI-33 mediaDataLocation"
  case fileMetadata = "AW-15 a writer's metadata"
  case shouldOptimizeForNetworkUse = "AW-15 shouldOptimizeForNetworkUse"
  case directoryForTemporaryFiles = "AW-15 directoryForTemporaryFiles"
  case movieFragmentInterval = "AW-15 movieFragmentInterval"
  case initialMovieFragmentInterval = "AW-15 initialMovieFragmentInterval"
  case initialMovieFragmentSequenceNumber = "AW-15 initialMovieFragmentSequenceNumber"
  case producesCombinableFragments = "AW-15 producesCombinableFragments"
  case overallDurationHint = "AW-15 overallDurationHint"
  case movieTimeScale = "AW-15 movieTimeScale"
  case preferredOutputSegmentInterval = "AW-15 preferredOutputSegmentInterval"
  case initialSegmentStartTime = "AW-15 initialSegmentStartTime"
  case outputFileTypeProfile = "AW-15 outputFileTypeProfile"
  case usesProVideoStorage = "AW-15 usesProVideoStorage"
  case delegate = "AW-15 delegate"

  var exception: (name: ExceptionName, words: [String]) { (.internalInconsistency, ["configured", "startWriting()"]) }

  func commit(in folder: URL) throws {
    let made = try WriterWithInput(in: folder)
    made.start()
    set(made.input)
    set(made.writer)
  }

  private func set(_ input: AVAssetWriterInput) {
    let second = CMTime(value: 1, timescale: 1)
    switch self {
    case .metadata: input.metadata = []
    case .expectsMediaDataInRealTime: input.expectsMediaDataInRealTime = true
    case .performsMultiPassEncoding: input.performsMultiPassEncodingIfSupported = true
    case .naturalSize: input.naturalSize = CGSize(width: 1, height: 1)
    case .transform: input.transform = .identity
    case .preferredVolume: input.preferredVolume = 1
    case .languageCode: input.languageCode = "eng"
    case .extendedLanguageTag: input.extendedLanguageTag = "en-GB"
    case .marksOutputTrackAsEnabled: input.marksOutputTrackAsEnabled = false
    case .mediaTimeScale: input.mediaTimeScale = 600
    case .preferredMediaChunkDuration: input.preferredMediaChunkDuration = second
    case .preferredMediaChunkAlignment: input.preferredMediaChunkAlignment = 512
    case .sampleReferenceBaseURL: input.sampleReferenceBaseURL = nil
    case .mediaDataLocation: input.mediaDataLocation = .sparselyInterleavedWithMainMediaData
    default: break
    }
  }

  private func set(_ writer: AVAssetWriter) {
    let second = CMTime(value: 1, timescale: 1)
    switch self {
    case .fileMetadata: writer.metadata = []
    case .shouldOptimizeForNetworkUse: writer.shouldOptimizeForNetworkUse = true
    case .directoryForTemporaryFiles: writer.directoryForTemporaryFiles = nil
    case .movieFragmentInterval: writer.movieFragmentInterval = second
    case .initialMovieFragmentInterval: writer.initialMovieFragmentInterval = second
    case .initialMovieFragmentSequenceNumber: writer.initialMovieFragmentSequenceNumber = 2
    case .producesCombinableFragments: writer.producesCombinableFragments = true
    case .overallDurationHint: writer.overallDurationHint = second
    case .movieTimeScale: writer.movieTimeScale = 600
    case .preferredOutputSegmentInterval: writer.preferredOutputSegmentInterval = second
    case .initialSegmentStartTime: writer.initialSegmentStartTime = .zero
    case .outputFileTypeProfile: writer.outputFileTypeProfile = .mpeg4AppleHLS
    case .usesProVideoStorage: writer.usesProVideoStorage = false
    case .delegate: writer.delegate = nil
    default: break
    }
  }
}

@Suite("Configuring while writing")
struct LateConfigurationTests {
  @Test(arguments: LateConfiguration.allCases)
  func `stops the process`(_ property: LateConfiguration) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [property = property as LateConfiguration, folder = folder.url as URL] in
      try property.commit(in: folder)
    }
    expectException(property, result)
  }
}
