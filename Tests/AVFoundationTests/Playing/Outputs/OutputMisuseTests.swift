import AVFoundation
import Foundation
import TestSupport
import Testing

/// Wrong use of the outputs of items.
enum OutputMisuse: String, Misuse {
  case nativeClosedCaptions = "PI-89 closed captions of CEA-608 as samples"
  case noDisplaySize = "PI-91 pictures of texts for a video without height"
  case noWidthLater = "PI-91 pictures of texts for a video that has no width any more"
  case unknownResolution = "PI-89 a styling that nobody knows"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .nativeClosedCaptions: (.invalidArgument, ["CEA608"])
    case .noDisplaySize, .noWidthLater: (.invalidArgument, ["size", "0"])
    case .unknownResolution: (.invalidArgument, ["resolution", "mine"])
    }
  }

  func commit(in folder: URL) throws {
    switch self {
    case .nativeClosedCaptions:
      _ = AVPlayerItemLegibleOutput(mediaSubtypesForNativeRepresentation: [
        NSNumber(value: kCMClosedCaptionFormatType_CEA608)
      ])
    case .noDisplaySize: _ = AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 640, height: 0))
    case .noWidthLater:
      AVPlayerItemRenderedLegibleOutput(videoDisplay: CGSize(width: 640, height: 360)).videoDisplaySize.width = 0
    case .unknownResolution: AVPlayerItemLegibleOutput().textStylingResolution = .init(rawValue: "mine")
    }
  }
}

@Suite struct OutputMisuseTests {
  @Test(arguments: OutputMisuse.allCases)
  func `stops the process`(_ misuse: OutputMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as OutputMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}
