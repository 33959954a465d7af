import AVFoundation
import MovieFile
import TestSupport
import Testing

/// A file in fragments that is written piece by piece, as a recorder writes it.
private final class GrowingFile {
  let folder: TemporaryFolder
  let url: URL
  /// The bytes up to the first fragment, and those of each fragment.
  let front: Data
  let fragments: [Data]

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("recording.mp4")
    let source = MediaFiles.fixture("h264-fragmented.mp4")
    let bytes = try Data(contentsOf: source)
    var places: [Int] = []
    var boxes = FileBoxes(try FileSource(path: source.path))
    while let box = try boxes.next(), box.type != "mfra" {
      if box.type == "moof" { places.append(Int(box.offset)) }
      if box.type == "mdat" { places.append(Int(box.offset + box.size)) }
    }
    front = bytes[..<places[0]]
    fragments = stride(from: 0, to: places.count, by: 2).map { bytes[places[$0]..<places[$0 + 1]] }
    try front.write(to: url)
  }

  func append(_ data: Data) throws {
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: data)
  }

  /// The number of packets of pictures and of sound in the file as it is now, as ffprobe counts them.
  func probedCounts() throws -> [Int] {
    let copy = folder.file("copy.mp4")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: url, to: copy)
    let probe = try Probe.read(copy.path)
    return probe.tracks.map { probe.packets(of: $0).count }
  }
}

/// The notifications of some objects.
private final class Posted {
  private let told = Told<String>()
  private let observers: [any NSObjectProtocol]

  private static let names: [Notification.Name] = [
    .AVAssetDurationDidChange, .AVAssetContainsFragmentsDidChange, .AVAssetWasDefragmented,
    .AVAssetChapterMetadataGroupsDidChange, .AVAssetMediaSelectionGroupsDidChange, .AVAssetTrackTimeRangeDidChange,
    .AVAssetTrackSegmentsDidChange, .AVAssetTrackTrackAssociationsDidChange,
  ]

  init(of objects: [AnyObject], then action: @escaping @Sendable (String) -> Void = { _ in }) {
    let told = told
    observers = objects.flatMap { object in
      Self.names.map { name -> any NSObjectProtocol in
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
          let name = $0.name.rawValue.replacingOccurrences(of: "Notification", with: "")
          told.append(name)
          action(name)
        }
      }
    }
  }

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

  var names: [String] { told.values }
}

@Suite struct FragmentedAssetTests {
  private func counts(_ asset: AVAsset) throws -> [Int] {
    try [AVMediaType.video, .audio].map { mediaType in
      let reader = try AVAssetReader(asset: asset)
      return try count(reader, try output(of: asset, mediaType, reader))
    }
  }

  private func output(of asset: AVAsset, _ type: AVMediaType, _ reader: AVAssetReader) throws -> AVAssetReaderOutput {
    let track = try #require(asset.tracks(withMediaType: type).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    return output
  }

  private func count(_ reader: AVAssetReader, _ output: AVAssetReaderOutput) throws -> Int {
    #expect(reader.startReading())
    var count = 0
    while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
    #expect(reader.status == .completed, "\(String(describing: reader.error))")
    return count
  }

  @Test func `FA-01 FA-02 an asset that may grow is an asset of a file, with tracks of its own class`() async throws {
    let asset = AVFragmentedAsset(url: MediaFiles.fixture("h264-fragmented.mp4"), options: nil)
    let (canContain, contains, tracks) = try await asset.load(.canContainFragments, .containsFragments, .tracks)
    #expect(canContain && contains && tracks.count == 2)
    let same: [AVFragmentedAssetTrack] = asset.tracks
    #expect(zip(same, tracks).allSatisfy { $0 === $1 })
    let video = try await asset.loadTracks(withMediaType: .video)
    let audible = try await asset.loadTracks(withMediaCharacteristic: .audible)
    #expect(video == [tracks[0]] && audible == [tracks[1]])
    #expect(asset.tracks(withMediaType: .audio) == audible && asset.tracks(withMediaCharacteristic: .visual) == video)
    #expect(try await asset.loadTrack(withTrackID: tracks[1].trackID) === tracks[1])
    #expect(asset.track(withTrackID: tracks[0].trackID) === tracks[0] && asset.track(withTrackID: 99) == nil)
    let handed = await withCheckedContinuation { done in
      asset.loadTracks(withMediaType: .video) { tracks, error in done.resume(returning: error == nil ? tracks : nil) }
    }
    #expect(handed == video)
    #expect(tracks[0].asset === asset && tracks[0].segments.count == 1)
    // The same as of an asset that does not grow.
    let plain = AVURLAsset(url: asset.url)
    #expect(plain.duration == asset.duration && plain.tracks.map(\.timeRange) == tracks.map(\.timeRange))
    #expect(try counts(plain) == counts(asset))
  }

  @Test func `FA-01 other files are read as ever`() throws {
    for name in ["h264-aac.mov", "speech.flac", "vp9-opus.webm"] {
      let url = MediaFiles.fixture(name)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let (asset, plain) = (AVFragmentedAsset(url: url), AVURLAsset(url: url))
      #expect(!asset.canContainFragments && !asset.containsFragments)
      #expect(asset.duration == plain.duration && asset.tracks.map(\.timeRange) == plain.tracks.map(\.timeRange))
    }
    let missing = AVFragmentedAsset(url: URL(fileURLWithPath: "/nowhere/recording.mov"))
    let isTold = Told<Bool>()
    missing.loadValuesAsynchronously(forKeys: ["duration"]) { isTold.append(true) }
    #expect(isTold.values == [true])  // KV-10
    #expect(missing.statusOfValue(forKey: "duration", error: nil) == .failed)
  }

  @Test(.enabled(if: Tool.ffprobe.path != nil, "ffprobe is not installed"))
  func `FA-03 FA-04 FA-05 values and readers follow the complete fragments, look by look`() throws {
    let file = try GrowingFile()
    let asset = AVFragmentedAsset(url: file.url)
    let tracks = asset.tracks
    #expect(tracks.count == 2 && asset.canContainFragments && !asset.containsFragments && asset.duration == .zero)
    var duration = CMTime.zero
    for fragment in file.fragments {
      let old = try AVAssetReader(asset: asset)
      let oldOutput = try output(of: asset, .video, old)
      let before = try asset.containsFragments ? counts(asset)[0] : 0
      // A part of the fragment is there: nothing changes, however often somebody looks.
      for part in [fragment.prefix(11), fragment.dropFirst(11).prefix(fragment.count - 12)] {
        try file.append(part)
        let posted = Posted(of: [asset] + tracks)
        asset.look()
        #expect(posted.names.isEmpty && asset.duration == duration)
      }
      try file.append(fragment.suffix(1))
      let posted = Posted(of: [asset] + tracks)
      asset.look()
      asset.look()
      #expect(posted.names.filter { $0 == "AVAssetDurationDidChange" }.count == 1)
      #expect(posted.names.contains("AVAssetTrackTimeRangeDidChange"))
      #expect(asset.duration > duration && asset.containsFragments)
      duration = asset.duration
      #expect(zip(asset.tracks, tracks).allSatisfy { $0 === $1 })
      #expect(try tracks.map(\.timeRange.end).max() == duration && counts(asset) == file.probedCounts())
      #expect(try count(old, oldOutput) == before)
    }
    #expect(duration == AVURLAsset(url: MediaFiles.fixture("h264-fragmented.mp4")).duration)
  }

  @Test func `FA-06 a file that is away for a while changes nothing`() throws {
    let file = try GrowingFile()
    let asset = AVFragmentedAsset(url: file.url)
    try file.append(file.fragments[0])
    let (duration, count) = (asset.duration, asset.tracks[0].sampleCount)
    #expect(duration > .zero)
    let aside = file.folder.file("aside.mp4")
    try FileManager.default.moveItem(at: file.url, to: aside)
    asset.look()
    try Data("no movie at all".utf8).write(to: file.url)
    asset.look()
    #expect(asset.duration == duration && asset.tracks[0].sampleCount == count)
    try FileManager.default.removeItem(at: file.url)
    try FileManager.default.moveItem(at: aside, to: file.url)
    try file.append(file.fragments[1])
    asset.look()
    #expect(asset.duration > duration && asset.tracks[0].sampleCount > count)
  }

  @Test func `FA-13 FA-14 what was not loaded is not told`() throws {
    let file = try GrowingFile()
    try file.append(file.fragments[0])
    let untouched = AVFragmentedAsset(url: file.url)
    let asset = AVFragmentedAsset(url: file.url)
    let tracks = asset.tracks
    let posted = Posted(of: [asset, untouched] + tracks)
    try file.append(file.fragments[1])
    for asset in [asset, untouched] { asset.look() }
    #expect(
      Set(posted.names) == ["AVAssetTrackTimeRangeDidChange", "AVAssetTrackSegmentsDidChange"], "\(posted.names)")
    #expect(untouched.duration == asset.duration)
  }

  @Test func `FA-13 FA-15 a file that is defragmented is told with all that came with it`() async throws {
    let file = try GrowingFile()
    let asset = AVFragmentedAsset(url: file.url)
    try file.append(file.fragments[0])
    _ = try await asset.load(.duration, .canContainFragments, .containsFragments, .tracks, .availableChapterLocales)
    _ = try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    let posted = Posted(of: [asset])
    try FileManager.default.removeItem(at: file.url)
    try FileManager.default.copyItem(at: MediaFiles.fixture("h264-two-audio.mp4"), to: file.url)
    asset.look()
    #expect(
      posted.names.sorted() == [
        "AVAssetChapterMetadataGroupsDidChange", "AVAssetContainsFragmentsDidChange", "AVAssetDurationDidChange",
        "AVAssetMediaSelectionGroupsDidChange", "AVAssetWasDefragmented",
      ])
    #expect(!asset.canContainFragments && !asset.containsFragments)
    #expect(asset.tracks.count > 2 && !asset.availableChapterLocales.isEmpty)
  }

  @Test func `FA-10 FA-11 FA-12 only what a minder has is looked at, as long as it has it`() async throws {
    let file = try GrowingFile()
    try file.append(file.fragments[0])
    let assets = (0..<2).map { _ in AVFragmentedAsset(url: file.url) }
    let durations = assets.map(\.duration)
    #expect(AVFragmentedAssetMinder().mindingInterval == 10)
    var minder: AVFragmentedAssetMinder? = AVFragmentedAssetMinder(asset: assets[0], mindingInterval: 0.001)
    minder?.addFragmentedAsset(assets[0])
    minder?.removeFragmentedAsset(assets[1])
    #expect(minder?.assets.count == 1 && minder?.assets.first === assets[0])
    #expect(assets.map(\.isAssociatedWithFragmentMinder) == [true, false])
    let unminded = Posted(of: [assets[1]])
    let (changes, change) = AsyncStream.makeStream(of: String.self)
    let minded = Posted(of: [assets[0]]) { change.yield($0) }
    try file.append(file.fragments[1])
    for await name in changes where name == "AVAssetDurationDidChange" { break }
    #expect(assets[0].duration > durations[0] && assets[1].duration == durations[1])
    #expect(unminded.names.isEmpty && minded.names == ["AVAssetDurationDidChange"])

    minder?.removeFragmentedAsset(assets[0])
    minder?.addFragmentedAsset(assets[1])
    #expect(assets.map(\.isAssociatedWithFragmentMinder) == [false, true])
    minder = nil
    #expect(assets.map(\.isAssociatedWithFragmentMinder) == [false, false])
    let other = AVFragmentedAssetMinder(asset: assets[0], mindingInterval: 3600)
    other.addFragmentedAsset(assets[1])
    #expect(other.assets.count == 2)
  }

  @Test(arguments: MindingMisuse.allCases)
  func `stops the process`(_ misuse: MindingMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as MindingMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}

/// What a minder forbids.
enum MindingMisuse: String, Misuse {
  case shortInterval = "FA-10 an interval below a millisecond"
  case noInterval = "FA-10 an interval that is no number"
  case otherClass = "FA-11 an asset of another class"
  case removedOtherClass = "FA-11 removing an asset of another class"
  case secondMinder = "FA-11 an asset that another minder has"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .shortInterval, .noInterval: (.invalidArgument, ["mindingInterval", "0.001"])
    case .otherClass, .removedOtherClass: (.invalidArgument, ["AVMutableComposition"])
    case .secondMinder: (.invalidArgument, ["another minder"])
    }
  }

  func commit(in folder: URL) throws {
    let asset = AVFragmentedAsset(url: MediaFiles.fixture("h264-fragmented.mp4"))
    let minder = AVFragmentedAssetMinder()
    switch self {
    case .shortInterval: minder.mindingInterval = 0.0009
    case .noInterval: _ = AVFragmentedAssetMinder(asset: asset, mindingInterval: .nan)
    case .otherClass: minder.addFragmentedAsset(AVMutableComposition())
    case .removedOtherClass: minder.removeFragmentedAsset(AVMutableComposition())
    case .secondMinder:
      minder.addFragmentedAsset(asset)
      AVFragmentedAssetMinder().addFragmentedAsset(asset)
    }
  }
}
