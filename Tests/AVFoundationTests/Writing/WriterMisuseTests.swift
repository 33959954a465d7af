import AVFoundation
import TestSupport
import Testing

/// What a writer and its session forbid.
enum WriterMisuse: String, Misuse {
  case noHint = "WI-04 passthrough into mp4 without a hint"
  case undeclaredType = "AW-03 a file type that nobody declares"
  case codecOfOtherContainer = "AW-20 AAC for a WAVE file"
  case mediaTypeOfOtherContainer = "AW-21 video for a WAVE file"
  case addedTwice = "AW-21 an input that belongs to a writer"
  case lateInput = "AW-23 an input added while writing"
  case proVideoStorage = "AW-15 storage that is not supported"
  case sessionBeforeStart = "AW-31 a session before writing starts"
  case sessionWithoutTime = "AW-31 a session without a numeric time"
  case endWithoutSession = "AW-35 the end of no session"
  case secondSession = "AW-39 a second session"
  case finishBeforeStart = "AW-56 finishing before writing starts"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .noHint: (.invalidArgument, ["sourceFormatHint"])
    case .undeclaredType: (.invalidArgument, ["public.nothing"])
    case .codecOfOtherContainer, .mediaTypeOfOtherContainer: (.invalidArgument, ["cannot be added"])
    case .addedTwice: (.invalidArgument, ["belongs to a writer"])
    case .lateInput: (.invalidArgument, ["writing has started"])
    case .proVideoStorage: (.invalidArgument, ["usesProVideoStorage", "isProVideoStorageSupported"])
    case .sessionBeforeStart: (.internalInconsistency, ["startSession", "startWriting()"])
    case .sessionWithoutTime: (.invalidArgument, ["numeric"])
    case .endWithoutSession: (.internalInconsistency, ["endSession", "session"])
    case .secondSession: (.internalInconsistency, ["one session"])
    case .finishBeforeStart: (.internalInconsistency, ["finishWriting", "startWriting()"])
    }
  }

  func commit(in folder: URL) throws {
    switch self {
    case .noHint: _ = try WriterWithInput(in: folder, fileType: .mp4, settings: nil)
    case .undeclaredType:
      _ = try AVAssetWriter(outputURL: folder.appendingPathComponent("a"), fileType: AVFileType("public.nothing"))
    case .codecOfOtherContainer:
      _ = try WriterWithInput(in: folder, fileType: .wav, mediaType: .audio, settings: Settings.aac())
    case .mediaTypeOfOtherContainer: _ = try WriterWithInput(in: folder, fileType: .wav)
    default: try commit(with: WriterWithInput(in: folder), in: folder)
    }
  }

  private func commit(with made: WriterWithInput, in folder: URL) throws {
    switch self {
    case .addedTwice: try AVAssetWriter(url: folder.appendingPathComponent("b"), fileType: .mov).add(made.input)
    case .lateInput:
      made.start()
      made.writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
    case .proVideoStorage: made.writer.usesProVideoStorage = true
    case .sessionBeforeStart: made.writer.startSession(atSourceTime: .zero)
    case .sessionWithoutTime:
      #expect(made.writer.startWriting())
      made.writer.startSession(atSourceTime: .invalid)
    case .endWithoutSession:
      #expect(made.writer.startWriting())
      made.writer.endSession(atSourceTime: .zero)
    case .secondSession:
      made.start()
      made.writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1))
      made.writer.startSession(atSourceTime: CMTime(value: 2, timescale: 1))
    case .finishBeforeStart: made.writer.finishWriting {}
    case .noHint, .undeclaredType, .codecOfOtherContainer, .mediaTypeOfOtherContainer: break
    }
  }
}

@Suite("Misuse of a writer")
struct WriterMisuseTests {
  @Test(arguments: WriterMisuse.allCases)
  func `stops the process`(_ misuse: WriterMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as WriterMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
