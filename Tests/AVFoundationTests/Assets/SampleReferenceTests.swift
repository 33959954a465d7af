import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Tracks whose samples lie in other files.
@Suite("Sample references")
struct SampleReferenceTests {
  /// A movie of pictures and sound that others refer to.
  private func media(_ folder: TemporaryFolder) throws -> URL {
    let url = folder.file("media.mov")
    try FileManager.default.copyItem(at: Files.fixtures.appendingPathComponent("h264-aac.mov"), to: url)
    return url
  }

  /// Every reference that a movie's track has.
  private func references(to url: URL, _ mediaType: AVMediaType, range: CMTimeRange? = nil) throws -> [CMSampleBuffer] {
    let (asset, track) = try ReadMedia.track(url, mediaType)
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    let output = AVAssetReaderSampleReferenceOutput(track: track)
    #expect(output.track === track)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    #expect(reader.status == .completed)
    return samples
  }

  /// Writes a movie that refers to the pictures and the sound of another.
  private func write(
    _ url: URL, to media: URL, fileType: AVFileType = .mov, base: URL? = nil,
    configure: (AVAssetWriter) -> Void = { _ in }
  ) throws {
    let lanes = try [AVMediaType.video, .audio].map { mediaType in
      let samples = try references(to: media, mediaType)
      let input = AVAssetWriterInput(
        mediaType: mediaType, outputSettings: nil, sourceFormatHint: samples[0].formatDescription)
      input.sampleReferenceBaseURL = base
      return WrittenTracks.Lane(input, samples)
    }
    try WrittenTracks.write(url, fileType: fileType, lanes, configure: configure)
  }

  private func place(of sample: CMSampleBuffer) -> (url: URL?, offset: Int64?) {
    func attachment(_ key: CFString) -> AnyObject? { CMGetAttachment(sample, key: key, attachmentModeOut: nil) }
    return (
      (attachment(kCMSampleBufferAttachmentKey_SampleReferenceURL) as? NSURL) as URL?,
      (attachment(kCMSampleBufferAttachmentKey_SampleReferenceByteOffset) as? NSNumber)?.int64Value
    )
  }

  @Test(arguments: [
    AVMediaType.video, .audio,
  ])
  func `AR-62: a reference has the place, the times and the size of a sample, and not its bytes`(
    _ mediaType: AVMediaType
  ) throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let file = [UInt8](try Data(contentsOf: media))
    let stored = try ReadMedia.stored(media, mediaType)
    var index = 0
    for sample in try references(to: media, mediaType) {
      #expect(sample.dataBuffer == nil && sample.imageBuffer == nil)
      let (url, offset) = place(of: sample)
      #expect(url == media)
      var start = Int(try #require(offset))
      for number in 0..<sample.numSamples {
        let size = CMSampleBufferGetSampleSize(sample, at: number)
        #expect(Array(file[start..<start + size]) == stored[index].bytes)
        let timing = try sample.sampleTimingInfo(at: number)
        #expect(timing.presentationTimeStamp == stored[index].presentationTime)
        start += size
        index += 1
      }
    }
    #expect(index == stored.count)
  }

  @Test func `AR-62: a range begins with a sample that decoding can begin with`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let start = CMTime(value: 1, timescale: 2)
    let all = try ReadMedia.stored(media, .video)
    let first = try #require(all.last { $0.isSync && $0.presentationTime <= start })
    let part = try references(to: media, .video, range: CMTimeRange(start: start, duration: .positiveInfinity))
    #expect(part.first?.presentationTimeStamp == first.presentationTime)
  }

  @Test func `WI-71: a movie of references holds no media, and plays that of the file it refers to`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let url = folder.file("references.mov")
    try write(url, to: media)
    let (original, written) = (try WrittenFile.movie(media), try WrittenFile.movie(url))
    #expect(written.fileSize < 20_000)
    for (theirs, ours) in zip(original.tracks, written.tracks) {
      #expect(ours.dataReferences.map(\.isSelfContained) == [true, false])
      #expect(ours.dataReferences[1].location == media.absoluteString)
      #expect(ours.sampleEntries.map(\.dataReferenceIndex) == [2])
      #expect(ours.samples.map(\.offset) == theirs.samples.map(\.offset))
      #expect(ours.samples.map(\.size) == theirs.samples.map(\.size))
      #expect(ours.samples.map(\.isSync) == theirs.samples.map(\.isSync))
    }
    #expect(AVURLAsset(url: url).tracks.map(\.isSelfContained) == [false, false])
    // References to what is referred to.
    let again = try references(to: url, .video)
    #expect(again.map { place(of: $0).url } == again.map { _ in media })
  }

  @Test func `WI-32: with a base that is a folder above the file, the reference is relative to it`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let names = ["above": folder.url, "elsewhere": folder.file("other"), "none": nil]
    for (name, base) in names {
      let url = folder.file("\(name).mov")
      try write(url, to: media, base: base)
      let location = try WrittenFile.track(url).dataReferences.last?.location
      #expect(location == (name == "above" ? "media.mov" : media.absoluteString))
      #expect(try references(to: url, .video).allSatisfy { place(of: $0).url == media })
    }
  }

  @Test(arguments: [AVFileType.mp4, .m4v])
  func `WI-71: only a QuickTime movie refers to other files`(_ fileType: AVFileType) throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    do {
      try write(folder.file("out"), to: media, fileType: fileType)
      Issue.record("an ISO file took references")
    } catch let error as AVError {
      #expect(error.code == .fileTypeDoesNotSupportSampleReferences)
      #expect(error.errorCode == -11854)
    }
    #expect(isRemoved(folder.path("out")))
  }

  /// Whether a failed writer's file goes away.
  private func isRemoved(_ path: String) -> Bool {
    for _ in 0..<1000 where FileManager.default.fileExists(atPath: path) {
      // The failure is known before the writer's own thread has closed the file.
      Thread.sleep(forTimeInterval: 0.01)
    }
    return !FileManager.default.fileExists(atPath: path)
  }

  @Test func `WI-71, AW-60: a movie in fragments does not refer to other files`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let error = #expect(throws: AVError.self) {
      try write(folder.file("out.mov"), to: media) { $0.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
    }
    #expect(error?.code == .fileTypeDoesNotSupportSampleReferences)
    #expect(error?.localizedDescription.contains("fragments") == true)
    #expect(isRemoved(folder.path("out.mov")))
  }

  @Test(arguments: Mode.allCases)
  func `AR-62: samples that lie in another file are not read, whether as they are or decoded`(_ mode: Mode) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("references.mov")
    try write(url, to: try media(folder))
    for mediaType in [AVMediaType.video, .audio] {
      let (asset, track) = try ReadMedia.track(url, mediaType)
      let reader = try AVAssetReader(asset: asset)
      let decoded: [String: Any] = mediaType == .video ? [:] : [AVFormatIDKey: kAudioFormatLinearPCM]
      reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: mode == .encoding ? decoded : nil))
      #expect(!reader.startReading(), "\(mediaType.rawValue)")
      #expect(reader.status == .failed)
      #expect((reader.error as? AVError)?.code == .referenceForbiddenByReferencePolicy, "\(mediaType.rawValue)")
    }
  }

  @Test func `WI-71: references are not encoded`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let samples = try references(to: media, .video)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    #expect(throws: AVError.self) {
      try WrittenTracks.write(folder.file("out.mov"), [WrittenTracks.Lane(input, samples)])
    }
  }

  @Test func `AR-62: only a movie file says where its samples lie`() throws {
    let asset = AVURLAsset(url: Files.fixtures.appendingPathComponent("vp9-opus.webm"))
    let reader = try AVAssetReader(asset: asset)
    reader.add(AVAssetReaderSampleReferenceOutput(track: asset.tracks[0]))
    #expect(!reader.startReading())
    #expect((reader.error as? AVError)?.code == .formatUnsupported)
  }

  @Test(.enabled(if: Tool.exiftool.isInstalled(for: "its reading of data references is not compared")))
  func `WI-71: exiftool reads the references`() throws {
    let folder = try TemporaryFolder()
    let media = try media(folder)
    let url = folder.file("references.mov")
    try write(url, to: media, base: folder.url)
    let tags = try MediaReport.exiftool(url)
    #expect(tags["Track1:URL"] == "media.mov", "\(tags)")
  }
}
