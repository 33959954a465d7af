import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// What `print` says.
@Suite struct DescriptionTests {
  @Test func `assets, tracks, items and metadata say what they are`() async throws {
    let url = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    let asset = AVURLAsset(url: url)
    let shown = try #require("\(asset)".wholeMatch(of: /<AVURLAsset: 0x[0-9a-f]+, URL = (?<url>.*)>/))
    #expect(shown.url == url.absoluteString)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect("\(track)".contains(/^<AVAssetTrack: 0x[0-9a-f]+, trackID = 1, mediaType = vide>$/))
    #expect("\(AVPlayerItem(asset: asset))".contains(/^<AVPlayerItem: 0x[0-9a-f]+, asset = <AVURLAsset: .*>>$/))
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = "A" as NSString
    #expect("\(item)".contains(/, identifier = common\/title, extendedLanguageTag = none, value = A>$/))
    let deferred = AVMetadataItem(propertiesOfMetadataItem: item) { _ in Issue.record("the value was asked for") }
    #expect("\(deferred)".contains("value = not loaded"))
  }
}
