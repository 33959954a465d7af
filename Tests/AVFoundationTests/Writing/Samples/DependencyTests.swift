import AVFoundation
import TestSupport
import Testing

/// What samples need, and what needs them.
@Suite("Dependencies of samples")
struct DependencyTests {
  private static let keys: [CMSampleBuffer.PerSampleAttachmentsDictionary.Key] = [
    .dependsOnOthers, .isDependedOnByOthers, .hasRedundantCoding,
  ]

  private static func answers(_ sample: CMSampleBuffer) -> [Bool?] {
    keys.map { sample.sampleAttachments[0][$0] as? Bool }
  }

  /// Appends the pictures of a fixture with every combination of yes, no and unknown.
  ///
  /// - Returns: the answers as a movie has them.
  private static func write(_ url: URL, _ fileType: AVFileType, inFragments: Bool) throws -> [[Bool?]] {
    let source = MediaFiles.fixture("h264-aac.mov")
    let (asset, track) = try ReadMedia.track(source, .video)
    defer { withExtendedLifetime(asset) {} }
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    if inFragments { writer.movieFragmentInterval = CMTime(value: 1, timescale: 2) }
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: track.format)
    writer.add(input)
    try WrittenFile.start(writer)
    var given: [[Bool?]] = []
    try ReadMedia.forEachSample(of: source, .video, settings: nil) { sample in
      let copy = try CMSampleBuffer(copying: sample)
      let combination = given.count
      let answers: [Bool?] = [1, 3, 9].map { [nil, true, false][combination / $0 % 3] }
      for (key, answer) in zip(keys, answers) { copy.sampleAttachments[0][key] = answer }
      input.waitUntilReady()
      #expect(input.append(copy))
      // A picture with which decoding can begin needs no other, also where nobody says so.
      let isSync = copy.sampleAttachments[0][.notSync] as? Bool != true
      given.append([answers[0] ?? (isSync ? false : nil), answers[1], answers[2]])
    }
    try finishWriting(writer)
    return given
  }

  @Test(arguments: [AVFileType.mov, .mp4], [false, true])
  func `WI-03: dependencies of copied pictures are stored, and read again`(_ fileType: AVFileType, inFragments: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    let given = try Self.write(url, fileType, inFragments: inFragments)
    #expect(given.count >= 27)
    var read: [[Bool?]] = []
    try ReadMedia.forEachSample(of: url, .video, settings: nil) { read.append(Self.answers($0)) }
    #expect(read == given)
  }

  @Test func `AR-62: samples without their bytes have them, too`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    let given = try Self.write(url, .mov, inFragments: false)
    let (asset, track) = try ReadMedia.track(url, .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderSampleReferenceOutput(track: track)
    reader.add(output)
    #expect(reader.startReading())
    var read: [[Bool?]] = []
    while let sample = output.copyNextSampleBuffer() { read.append(Self.answers(sample)) }
    #expect(read == given)
  }
}
