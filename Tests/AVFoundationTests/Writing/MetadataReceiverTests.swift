import AVFoundation
import TestSupport
import Testing

/// Receivers of timed metadata, and of inputs that ask for several passes.
@Suite("Metadata receivers")
struct MetadataReceiverTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("out.mov") }

  init() throws { folder = try TemporaryFolder() }

  private func metadataInput() throws -> AVAssetWriterInput {
    AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try MetadataAdaptorTests.format())
  }

  /// The groups of the file's metadata track: start, end and how many items each has.
  private func writtenGroups() throws -> [String] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    var groups: [String] = []
    while let group = adaptor.nextTimedMetadataGroup() {
      groups.append("\(group.timeRange.start.seconds) \(group.timeRange.end.seconds) \(group.items.count)")
    }
    return groups
  }

  private static let expectedGroups = ["0.0 0.4 1", "0.4 0.48 3", "0.48 0.8 0", "0.8 1.0 1"]

  @Test(arguments: [false, true])
  func `WI-90, WI-91: groups that are awaited are written as an adaptor writes them`(immediately: Bool) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let receiver = writer.inputMetadataReceiver(for: try metadataInput())
    let video = writer.inputReceiver(for: AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    for group in MetadataAdaptorTests.groups {
      if immediately {
        #expect(try receiver.appendImmediately(group))
      } else {
        try await receiver.append(group)
      }
    }
    receiver.finish()
    for index in 0..<25 {
      try await video.append(CMReadySampleBuffer(unsafeBuffer: ComputedMedia.videoSample(index)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try writtenGroups() == Self.expectedGroups)
  }

  @Test(arguments: [false, true])
  func `MA-06: a group that begins before the one before it is an error, and the writer's`(immediately: Bool)
    async throws
  {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let receiver = writer.inputMetadataReceiver(for: try metadataInput())
    try writer.start()
    writer.startSession(atSourceTime: .zero)
    try await receiver.append(MetadataAdaptorTests.groups[1])
    let error = await #expect(throws: AVError.self) {
      if immediately {
        _ = try receiver.appendImmediately(MetadataAdaptorTests.groups[0])
      } else {
        try await receiver.append(MetadataAdaptorTests.groups[0])
      }
    }
    #expect(error?.code == .operationNotAllowed)
    #expect(writer.status == .failed)
  }

  @Test func `WI-80: receivers that ask for several passes are told that there is one, and write it`() async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let (video, controller) = writer.inputReceiverRequestingMultiPass(for: input)
    let (groups, other) = writer.inputMetadataReceiverRequestingMultiPass(for: try metadataInput())
    #expect(input.performsMultiPassEncodingIfSupported)
    try writer.start()
    #expect(controller.passDescriptions.map { _ in true } == nil)
    #expect(other.passDescriptions.map { _ in true } == nil)
    writer.startSession(atSourceTime: .zero)
    for group in MetadataAdaptorTests.groups { try await groups.append(group) }
    for index in 0..<25 {
      try await video.append(CMReadySampleBuffer(unsafeBuffer: ComputedMedia.videoSample(index)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(try ReadMedia.pictureTimes(url).count == 25)
    #expect(try writtenGroups() == Self.expectedGroups)
  }
}
