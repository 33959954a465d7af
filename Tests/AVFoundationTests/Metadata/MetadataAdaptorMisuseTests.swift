import AVFoundation
import TestSupport
import Testing

@Suite("Misuse of the metadata adaptors")
struct MetadataAdaptorMisuseTests {
  enum Mistake: String, Misuse {
    case otherMedia = "MA-02: a video input"
    case noHint = "MA-01: an input without a hint"
    case otherHint = "MA-01: a hint that is not boxed"
    case secondAdaptor = "MA-01: a second adaptor"
    case afterStart = "MA-01: after writing started"
    case foreignItem = "MA-04: an item that the hint does not name"
    case foreignLanguage = "MA-04: a language that the hint does not name"
    case foreignType = "MA-04: a data type that the hint does not name"
    case unstorable = "MA-04: a value that its data type cannot hold"
    case notAdded = "MA-05: an append before the input is added"
    case notStarted = "MA-05: an append before writing starts"
    case noTime = "MA-03: a group without a start"
    case readerMedia = "AR-60: an output of a video track"
    case copiedAfterAdapting = "AR-60: copying from an adapted output"

    var exception: (name: ExceptionName, words: [String]) {
      switch self {
      case .otherMedia: (.invalidArgument, ["metadata input"])
      case .noHint: (.invalidArgument, ["source format hint"])
      case .otherHint: (.invalidArgument, ["mebx"])
      case .secondAdaptor: (.invalidArgument, ["already"])
      case .afterStart: (.invalidArgument, ["before writing starts"])
      case .foreignItem: (.invalidArgument, ["com.example.other", "hint"])
      case .foreignLanguage: (.invalidArgument, ["hint"])
      case .foreignType: (.invalidArgument, ["hint"])
      case .unstorable: (.invalidArgument, ["data type"])
      case .notAdded: (.internalInconsistency, ["append(_:)", "added"])
      case .notStarted: (.internalInconsistency, ["startWriting()"])
      case .noTime: (.invalidArgument, ["numeric"])
      case .readerMedia: (.invalidArgument, ["metadata track"])
      case .copiedAfterAdapting: (.internalInconsistency, ["adaptor"])
      }
    }

    func commit(in folder: URL) throws {
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      if self == .otherMedia { _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: video) }
      if self == .noHint {
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
        _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
      }
      if self == .otherHint {
        let hint = try CMFormatDescription(metadataFormatType: .id3)
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
        _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
      }
      if self == .readerMedia || self == .copiedAfterAdapting { try read(in: folder) }
      let input = AVAssetWriterInput(
        mediaType: .metadata, outputSettings: nil, sourceFormatHint: try MetadataAdaptorTests.format())
      let writer = try AVAssetWriter(outputURL: folder.appendingPathComponent("out"), fileType: .mov)
      let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
      if self == .secondAdaptor { _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input) }
      if self == .notAdded { _ = adaptor.append(MetadataAdaptorTests.groups[0]) }
      writer.add(input)
      if self == .notStarted { _ = adaptor.append(MetadataAdaptorTests.groups[0]) }
      let late = AVAssetWriterInput(
        mediaType: .metadata, outputSettings: nil, sourceFormatHint: try MetadataAdaptorTests.format())
      writer.add(late)
      _ = writer.startWriting()
      writer.startSession(atSourceTime: .zero)
      if self == .afterStart { _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: late) }
      _ = adaptor.append(AVTimedMetadataGroup(items: [item], timeRange: self == .noTime ? .invalid : .zero))
    }

    private var item: AVMetadataItem {
      switch self {
      case .foreignItem:
        MetadataItemTests.item(AVMetadataIdentifier("mdta/com.example.other"), NSString(string: "x"))
      case .foreignLanguage:
        MetadataItemTests.item(MetadataAdaptorTests.remark, NSString(string: "x"), language: "de")
      case .foreignType:
        MetadataItemTests.item(
          MetadataAdaptorTests.orientation, NSNumber(value: 1), dataType: kCMMetadataBaseDataType_Float64)
      default: MetadataItemTests.item(MetadataAdaptorTests.orientation, NSNumber(value: 70_000))
      }
    }

    private func read(in folder: URL) throws {
      let url = folder.appendingPathComponent("in.mov")
      try MetadataAdaptorTests.write(url, .mov)
      let asset = AVURLAsset(url: url)
      let mediaType: AVMediaType = self == .readerMedia ? .video : .metadata
      let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: mediaType)[0], outputSettings: nil)
      _ = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
      _ = output.copyNextSampleBuffer()
    }
  }

  @Test(arguments: Mistake.allCases)
  func `what Apple answers with an exception stops the process with its message`(mistake: Mistake) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake, folder = folder.url as URL] in
      try mistake.commit(in: folder)
    }
    expectException(mistake, result)
  }
}
