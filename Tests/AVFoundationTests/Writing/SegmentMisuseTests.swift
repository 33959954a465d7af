import AVFoundation
import TestSupport
import Testing

/// What fragments and segments forbid.
enum SegmentMisuse: String, Misuse {
  case otherContentType = "AW-05 a content type that has no segments"
  case numberZero = "AW-16 a first fragment with the number 0"
  case negativeHint = "AW-16 a negative duration hint"
  case indefiniteHint = "AW-16 an indefinite duration hint"
  case remoteDirectory = "AW-15 a temporary directory that is not in the file system"
  case noInterval = "AW-74 segments of no length"
  case flushWithoutDelegate = "AW-76 a flush without a delegate"
  case flushWithInterval = "AW-76 a flush with a numeric interval"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .otherContentType: (.invalidArgument, ["public.jpeg", "segments"])
    case .numberZero: (.invalidArgument, ["initialMovieFragmentSequenceNumber", "1"])
    case .negativeHint, .indefiniteHint: (.invalidArgument, ["overallDurationHint"])
    case .remoteDirectory: (.invalidArgument, ["directoryForTemporaryFiles", "file URL"])
    case .noInterval: (.invalidArgument, ["preferredOutputSegmentInterval", "positive"])
    case .flushWithoutDelegate: (.internalInconsistency, ["flushSegment()", "delegate"])
    case .flushWithInterval: (.internalInconsistency, ["flushSegment()", "indefinite"])
    }
  }

  private final class Delegate: NSObject, AVAssetWriterDelegate {}

  func commit(in folder: URL) throws {
    let made = try WriterWithInput(in: folder)
    let segments = AVAssetWriter(contentType: .mpeg4Movie)
    let delegate = Delegate()
    switch self {
    case .otherContentType: _ = AVAssetWriter(contentType: UTType(AVFileType.jpg.rawValue)!)
    case .numberZero: made.writer.initialMovieFragmentSequenceNumber = 0
    case .negativeHint: made.writer.overallDurationHint = CMTime(value: -1, timescale: 1)
    case .indefiniteHint: made.writer.overallDurationHint = .indefinite
    case .remoteDirectory: made.writer.directoryForTemporaryFiles = URL(string: "https://example.com/")
    case .noInterval: segments.preferredOutputSegmentInterval = .zero
    case .flushWithoutDelegate:
      segments.preferredOutputSegmentInterval = .indefinite
      segments.flushSegment()
    case .flushWithInterval:
      segments.delegate = delegate
      segments.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
      segments.flushSegment()
    }
    withExtendedLifetime(delegate) {}
  }
}

@Suite("Misuse of fragments and segments")
struct SegmentMisuseTests {
  @Test(arguments: SegmentMisuse.allCases)
  func `stops the process`(_ misuse: SegmentMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as SegmentMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
