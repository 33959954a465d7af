import AVFoundation

/// A program that looks at a movie with `load(_:)`, in the shape of the article on loading media data asynchronously.
struct MovieInspection {
  struct Track: Equatable {
    var kind: String
    var codec: String
    var size: CGSize?
  }

  struct Summary: Equatable {
    var duration: CMTime
    var tracks: [Track] = []
    var title: String?
  }

  let asset: AVURLAsset

  /// What an interface shows while it waits.
  var durationText: String {
    switch asset.status(of: .duration) {
    case .notYetLoaded: "–"
    case .loading: "…"
    case .loaded(let duration): "\(duration.seconds) s"
    case .failed(let error): error.localizedDescription
    }
  }

  func summary() async throws -> Summary {
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    var summary = Summary(duration: duration)
    for track in tracks {
      let formats = try await track.load(.formatDescriptions)
      let codec = formats.first.map { fourCharacters(CMFormatDescriptionGetMediaSubType($0)) } ?? "none"
      switch track.mediaType {
      case .video:
        let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
        let shown = size.applying(transform)
        summary.tracks.append(
          Track(kind: "video", codec: codec, size: CGSize(width: abs(shown.width), height: abs(shown.height))))
      default:
        summary.tracks.append(Track(kind: track.mediaType.rawValue, codec: codec, size: nil))
      }
    }
    let metadata = try await asset.load(.commonMetadata)
    let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
    summary.title = try await titles.first?.load(.stringValue)
    return summary
  }

  /// A code as its four characters.
  private func fourCharacters(_ code: FourCharCode) -> String {
    let bytes = withUnsafeBytes(of: code.bigEndian) { Array($0) }
    return String(bytes: bytes, encoding: .macOSRoman) ?? "\(code)"
  }

  /// What is spoken, of the tracks that say so.
  func soundLanguages() async throws -> [String] {
    var languages: [String] = []
    for track in try await asset.loadTracks(withMediaType: .audio) {
      if let code = try await track.load(.languageCode) { languages.append(code) }
    }
    return languages
  }
}
