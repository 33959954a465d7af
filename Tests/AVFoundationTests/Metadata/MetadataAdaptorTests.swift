import AVFoundation
import MovieFile
import TestSupport
import Testing

@Suite("Timed metadata in files")
struct MetadataAdaptorTests {
  static let orientation = AVMetadataIdentifier("mdta/com.apple.quicktime.video-orientation")
  static let remark = AVMetadataIdentifier("mdta/com.example.remark")

  /// A format of three keys: a number, a text without language, and one in French.
  static func format() throws -> CMFormatDescription {
    func specification(
      _ identifier: AVMetadataIdentifier, _ type: CFString, language: String? = nil
    ) -> [String: CFPropertyList] {
      var entry: [String: CFPropertyList] = [
        String(describing: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier):
          NSString(string: identifier.rawValue),
        String(describing: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType): type,
      ]
      if let language {
        entry[String(describing: kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag)] =
          NSString(string: language)
      }
      return entry
    }
    return try CMFormatDescription(boxedMetadataSpecifications: [
      specification(orientation, kCMMetadataBaseDataType_SInt16),
      specification(remark, kCMMetadataBaseDataType_UTF8),
      specification(remark, kCMMetadataBaseDataType_UTF8, language: "fr"),
    ])
  }

  private static func group(
    _ items: [AVMetadataItem], _ start: Int64, _ end: Int64?
  ) -> AVTimedMetadataGroup {
    let start = CMTime(value: start, timescale: 25)
    let duration = end.map { CMTime(value: $0, timescale: 25) - start } ?? .indefinite
    return AVTimedMetadataGroup(items: items, timeRange: CMTimeRange(start: start, duration: duration))
  }

  static var groups: [AVTimedMetadataGroup] {
    [
      group([MetadataItemTests.item(orientation, NSNumber(value: 6))], 0, 10),
      group(
        [
          MetadataItemTests.item(orientation, NSNumber(value: -1), dataType: kCMMetadataBaseDataType_SInt16),
          MetadataItemTests.item(remark, NSString(string: "hello")),
          MetadataItemTests.item(remark, NSString(string: "salut"), language: "fr"),
        ], 10, 12),
      // Nothing holds from 12 to 20.
      group([MetadataItemTests.item(remark, NSString(string: "end"))], 20, 25),
    ]
  }

  /// A second of pictures with the groups beside them.
  static func write(_ url: URL, _ type: AVFileType) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let metadata = AVAssetWriterInput(
      mediaType: .metadata, outputSettings: nil, sourceFormatHint: try format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
    #expect(adaptor.assetWriterInput === metadata)
    writer.add(video)
    writer.add(metadata)
    try WrittenFile.start(writer)
    for group in groups {
      metadata.waitUntilReady()
      guard adaptor.append(group) else { throw writer.error ?? ReadMedia.Failure(description: "a group was refused") }
    }
    for index in 0..<25 {
      video.waitUntilReady()
      guard video.append(try ComputedMedia.videoSample(index)) else {
        throw writer.error ?? ReadMedia.Failure(description: "a picture was refused")
      }
    }
    try finishWriting(writer)
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `MA-03: groups are written and read back with their items and times`(type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed")
    try await bounded { try Self.write(url, type) }
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    #expect(adaptor.assetReaderTrackOutput === output)
    reader.add(output)
    #expect(reader.startReading())
    var read: [AVTimedMetadataGroup] = []
    while let group = adaptor.nextTimedMetadataGroup() { read.append(group) }
    #expect(reader.status == .completed)

    let times = read.map { [$0.timeRange.start, $0.timeRange.end].map { Int($0.seconds * 25 + 0.5) } }
    #expect(times == [[0, 10], [10, 12], [12, 20], [20, 25]])
    #expect(
      read.map { $0.items.map(\.identifier) } == [
        [Self.orientation], [Self.orientation, Self.remark, Self.remark], [], [Self.remark],
      ])
    #expect(read.map { $0.items.map(\.stringValue) } == [["6"], ["-1", "hello", "salut"], [], ["end"]])
    #expect(read[1].items.map(\.extendedLanguageTag) == [nil, nil, "fr"])
    #expect(read[1].items[0].dataType == String(describing: kCMMetadataBaseDataType_SInt16))
    #expect(read[1].items[0].time == read[1].timeRange.start)
    let format = try #require(read[0].copyFormatDescription())
    #expect(CMMetadataFormatDescriptionGetIdentifiers(format)?.count == 2)
  }

  @Test func `MA-03: the items' own times are ignored`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed.mov")
    let item = AVMutableMetadataItem()
    item.identifier = Self.orientation
    item.value = NSNumber(value: 3)
    item.time = CMTime(value: 9, timescale: 1)
    item.duration = CMTime(value: 100, timescale: 1)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try Self.format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    writer.add(input)
    try WrittenFile.start(writer)
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 5), duration: CMTime(value: 3, timescale: 5))
    #expect(adaptor.append(AVTimedMetadataGroup(items: [item], timeRange: range)))
    try finishWriting(writer)
    let stored = try ReadMedia.stored(url, .metadata)
    #expect(stored.map(\.presentationTime) == [range.start])
    #expect(stored.map(\.duration) == [range.duration])
  }

  @Test func `MA-03: a group of a moment is read back, also at the start of the movie and of a time range`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try Self.format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    writer.add(input)
    try WrittenFile.start(writer)
    for (start, end) in [(0, 0), (10, 10), (10, 20)] as [(Int64, Int64)] {
      input.waitUntilReady()
      #expect(adaptor.append(Self.group(Self.groups[0].items, start, end)))
    }
    try finishWriting(writer)
    func times(_ samples: [CMSampleBuffer]) -> [Int64] {
      samples.map { Int64(($0.presentationTimeStamp.seconds * 25).rounded()) }
    }
    let reading = try RangeReading(url, .metadata, settings: nil)
    // Nothing holds between the first moment and the second.
    #expect(times(try reading.rest()) == [0, 0, 10, 10])
    let start = CMTime(value: 10, timescale: 25)
    let rest = try reading.samples(in: [CMTimeRange(start: start, duration: .positiveInfinity)])
    #expect(times(rest) == [10, 10])
    #expect(try rest.map(RangeReading.Stored.init).allSatisfy(\.isShown))
  }

  @Test func `MA-06: a group that begins before the one before it fails the writer`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("timed.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try Self.format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    writer.add(input)
    try WrittenFile.start(writer)
    let items = Self.groups[0].items
    // They may overlap: each lasts until the next.
    for start in [0, 10, 20] as [Int64] {
      input.waitUntilReady()
      #expect(adaptor.append(Self.group(items, start, start + 15)))
    }
    #expect(writer.status == .writing)
    input.waitUntilReady()
    #expect(!adaptor.append(Self.group(items, 19, 30)))
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .operationNotAllowed)
  }

  @Test func `MA-05: outside a session, and when writing was cancelled, append is false`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("timed.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try Self.format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    writer.add(input)
    #expect(writer.startWriting())
    #expect(!adaptor.append(Self.groups[0]))
    writer.startSession(atSourceTime: .zero)
    #expect(adaptor.append(Self.groups[0]))
    writer.endSession(atSourceTime: CMTime(value: 1, timescale: 1))
    #expect(!adaptor.append(Self.groups[1]))
    #expect(writer.status == .writing)
    writer.cancelWriting()
    #expect(!adaptor.append(Self.groups[1]))
    #expect(writer.status == .cancelled)
  }

  @Test func `MA-05: when writing failed append is false, and the writer's error says why`() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("timed.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try Self.format())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    writer.add(input)
    try await bounded {
      try WrittenFile.start(writer)
      let beyond = CMTimeRange(start: CMTime(value: 1 << 40, timescale: 1), duration: .indefinite)
      #expect(adaptor.append(AVTimedMetadataGroup(items: Self.groups[0].items, timeRange: beyond)))
      // The worker takes a sample when several wait for it.
      while writer.status == .writing { _ = adaptor.append(Self.groups[0]) }
      // The file's own thread removes it, behind the failure of the track's.
      while !folder.names.isEmpty { usleep(1000) }
    }
    #expect(!adaptor.append(Self.groups[0]))
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .operationNotAllowed)
    #expect(folder.names.isEmpty)
  }

  @Test func `the file has the key table and the boxes of the specification`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed.mov")
    try await bounded { try Self.write(url, .mov) }
    let movie = try Movie(path: url.path)
    let track = try #require(movie.tracks.first { $0.kind == .metadata })
    let entry = try #require(track.sampleEntries.first)
    #expect(entry.format == "mebx")
    guard case .other(let payload) = entry.fields else {
      Issue.record("a metadata entry has no fields of its own")
      return
    }
    let box = try #require(try ByteReader(payload, boxType: "mebx").firstBox("keys"))
    let table = try MetadataKeyTable(parsing: box.payload)
    #expect(table.keys.map(\.localID) == [1, 2, 3])
    #expect(table.keys.map(\.namespace) == ["mdta", "mdta", "mdta"])
    #expect(table.keys.map(\.dataType) == [.wellKnown(66), .wellKnown(1), .wellKnown(1)])
    #expect(table.keys.map(\.language) == [nil, nil, "fr"])
    let file = [UInt8](try Data(contentsOf: url))
    let samples = track.samples.map { Array(file[Int($0.offset)..<Int($0.offset) + Int($0.size)]) }
    #expect(
      samples == [
        [0, 0, 0, 10, 0, 0, 0, 1, 0, 6],
        [0, 0, 0, 10, 0, 0, 0, 1, 0xFF, 0xFF] + [0, 0, 0, 13, 0, 0, 0, 2] + Array("hello".utf8)
          + [0, 0, 0, 13, 0, 0, 0, 3] + Array("salut".utf8),
        // A sample that says nothing, since one of no bytes is not allowed.
        [0, 0, 0, 8, 0, 0, 0, 0],
        [0, 0, 0, 11, 0, 0, 0, 2] + Array("end".utf8),
      ])
  }

  @Test(
    .enabled(
      if: Tool.ffprobe.isInstalled(for: "its reading of timed metadata is not compared")
        && Tool.exiftool.isInstalled(for: "its reading of timed metadata is not compared")))
  func `ffprobe and exiftool read the track as timed metadata`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("timed.mov")
    try await bounded { try Self.write(url, .mov) }
    let values = try Probe.values(of: url.path, stream: "d:0", fields: ["codec_tag_string", "nb_frames"])
    #expect(values == ["codec_tag_string": "mebx", "nb_frames": "4"])
    let probe = try Probe.read(url.path)
    let stream = try #require(probe.streams.first { $0.codec_type == "data" })
    let times = probe.packets(of: stream).compactMap(\.pts).map { (Double($0) * stream.tick * 25).rounded() }
    #expect(times == [0, 10, 12, 20])
    // Every value of the track, by exiftool's own names for the keys.
    let text = try Tool.exiftool.run(["-ee", "-G3", "-a", "-s", url.path]).text
    #expect(text.contains("VideoOrientation"))
    #expect(text.contains("hello"))
  }

  @Test func `a group without a format of its own names what its items need`() throws {
    let format = try #require(Self.groups[1].copyFormatDescription())
    let identifiers = try #require(CMMetadataFormatDescriptionGetIdentifiers(format))
    #expect(
      (0..<identifiers.count).map { String(describing: identifiers.object(at: $0)) } == [
        Self.orientation.rawValue, Self.remark.rawValue,
      ])
    let unknown = AVTimedMetadataGroup(items: [AVMetadataItem()], timeRange: .zero)
    #expect(unknown.copyFormatDescription() == nil)
  }

  @Test func `samples that are not boxed metadata, and damaged ones, are no group`() throws {
    #expect(AVTimedMetadataGroup(sampleBuffer: try ComputedMedia.videoSample(0)) == nil)
    let damaged = try CMSampleBuffer(
      dataBuffer: ComputedMedia.blockBuffer([0, 0, 0, 99, 0, 0, 0, 1, 0] as [UInt8]),
      formatDescription: Self.format(), numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ], sampleSizes: [9])
    #expect(AVTimedMetadataGroup(sampleBuffer: damaged) == nil)
  }

  @Test(.enabled(if: Files.hasShared))
  func `a camera's timed metadata is copied as it is, and its items are read`() async throws {
    let folder = try TemporaryFolder()
    let source = AVURLAsset(url: URL(fileURLWithPath: Files.shared("mov/ios9.mov")))
    let tracks = source.tracks(withMediaType: .metadata).filter { track in
      track.formatDescriptions.contains { ($0 as? CMFormatDescription)?.mediaSubType == .boxed }
    }
    #expect(!tracks.isEmpty)
    let reader = try AVAssetReader(asset: source)
    let writer = try AVAssetWriter(outputURL: folder.file("copy.mov"), fileType: .mov)
    let lanes = tracks.map { track in
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
      reader.add(output)
      writer.add(input)
      return (output, input)
    }
    #expect(reader.startReading())
    try WrittenFile.start(writer)
    try await bounded {
      for (output, input) in lanes {
        while let sample = output.copyNextSampleBuffer() {
          input.waitUntilReady()
          guard input.append(sample) else { throw writer.error ?? ReadMedia.Failure(description: "refused") }
          guard sample.numSamples > 0 else { continue }
          let group = try #require(AVTimedMetadataGroup(sampleBuffer: sample))
          #expect(group.items.allSatisfy { $0.identifier != nil && $0.value != nil })
        }
        input.markAsFinished()
      }
      try finishWriting(writer)
    }
    let entries = try [source.url, writer.outputURL].map { url in
      try Movie(path: url.path).tracks.flatMap(\.sampleEntries).filter { $0.format == "mebx" }
    }
    #expect(entries[0] == entries[1])
  }
}
