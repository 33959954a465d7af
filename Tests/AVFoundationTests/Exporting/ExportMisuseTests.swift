import AVFoundation
import TestSupport
import Testing

/// Wrong use of an export session, which Apple answers with an exception.
@Suite struct ExportMisuseTests {
  enum Mistake: String, Misuse {
    case type = "EX-30: a file type that the preset does not make"
    case noType = "EX-30: starting without a file type"
    case urlAfterStart = "EX-31: another URL after the start"
    case second = "EX-63: a second export"
    case passes = "EX-51: passes after the start"
    case folder = "EX-52: a folder after the start"
    case pitch = "EX-44: an algorithm that is not for files"
    case interval = "EX-66: an interval of nothing"

    var exception: (name: ExceptionName, words: [String]) {
      switch self {
      case .type: (.invalidArgument, ["supportedFileTypes"])
      case .noType: (.internalInconsistency, ["outputFileType"])
      case .urlAfterStart: (.internalInconsistency, ["outputURL", "after an export has started"])
      case .second: (.internalInconsistency, ["once"])
      case .passes: (.internalInconsistency, ["canPerformMultiplePassesOverSourceMediaData"])
      case .folder: (.internalInconsistency, ["directoryForTemporaryFiles"])
      case .pitch: (.invalidArgument, ["audioTimePitchAlgorithm"])
      case .interval: (.invalidArgument, ["updateInterval"])
      }
    }

    func commit(in folder: URL) throws {
      let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
      let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
      func start() {
        session.outputFileType = .mov
        session.outputURL = folder.appendingPathComponent("out.mov")
        let done = DispatchSemaphore(value: 0)
        session.exportAsynchronously { done.signal() }
        done.wait()
      }
      switch self {
      case .type: session.outputFileType = .wav
      case .noType: session.exportAsynchronously {}
      case .urlAfterStart:
        start()
        session.outputURL = nil
      case .second:
        start()
        session.exportAsynchronously {}
      case .passes:
        start()
        session.canPerformMultiplePassesOverSourceMediaData = true
      case .folder:
        start()
        session.directoryForTemporaryFiles = folder
      case .pitch: session.audioTimePitchAlgorithm = .init(rawValue: "none")
      case .interval: _ = session.states(updateInterval: 0)
      }
    }
  }

  @Test(arguments: Mistake.allCases) func `wrong use stops the process`(_ mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      let folder = try TemporaryFolder()
      try mistake.commit(in: folder.url)
    }
    expectException(mistake, result)
  }
}
