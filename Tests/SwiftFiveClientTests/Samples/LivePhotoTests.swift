import AVFoundation
import TestSupport
import Testing

@Suite("Clients: a live photo")
struct LivePhotoTests {
  @Test func `pictures and sound untouched, the photo's identifier, and the time of the still`() async throws {
    let folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    let url = folder.file("live.mov")
    let identifier = "6E1B5A3C-4B0E-4A57-9D0C-2F5F6C1E7A11"
    let still = CMTime(value: 1, timescale: 1)
    try await LivePhotoMovie(source: source, destination: url, assetIdentifier: identifier, stillTime: still).write()

    let (original, live) = (try Probe.read(source.path), try Probe.read(url.path))
    for stream in ["v:0", "a:0"] { #expect(live.hashes(stream) == original.hashes(stream), "\(stream)") }
    let stills = try #require(live.streams.first { $0.codec_type == "data" })
    #expect(live.packets(of: stills).compactMap(\.pts_time).compactMap(Double.init) == [still.seconds])
    let tags = try Tool.ffprobe.run(["-v", "error", "-show_entries", "format_tags", "-of", "json", url.path]).text
    #expect(tags.contains(identifier))

    let asset = AVURLAsset(url: url)
    let content = asset.metadata.first { $0.identifier == .quickTimeMetadataContentIdentifier }
    #expect(content?.stringValue == identifier)
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    let group = try #require(adaptor.nextTimedMetadataGroup())
    #expect(group.timeRange.start == still)
    #expect(group.items.map { $0.identifier?.rawValue } == ["mdta/com.apple.quicktime.still-image-time"])
    #expect(group.items.first?.numberValue == 0)
  }
}
