internal import AVFoundation

/// The pictures and the sound of an input, as far as they can be decoded.
struct PlayableMedia {
  private let pictures: [AVAssetTrack]
  private let sounds: [AVAssetTrack]

  /// Reads the tracks of an input. An input that cannot be read has none.
  init(_ asset: AVAsset) {
    (pictures, sounds) = (asset.tracks(withMediaType: .video), asset.tracks(withMediaType: .audio))
  }

  var hasPictures: Bool { pictures.contains(where: \.isDecodable) }
  var hasSound: Bool { sounds.contains(where: \.isDecodable) }

  /// The reason why none of its pictures can be decoded. It is nil if some can be, or there are none.
  var pictureProblem: String? { Self.problem(of: pictures, "pictures") }

  /// The reason why none of its sound can be decoded. It is nil if some can be, or there is none.
  var soundProblem: String? { Self.problem(of: sounds, "sound") }

  private static func problem(of tracks: [AVAssetTrack], _ name: String) -> String? {
    if tracks.isEmpty || tracks.contains(where: \.isDecodable) { return nil }
    let codecs = tracks.compactMap { $0.format?.codecName }
    return "no decoder for the \(name)" + (codecs.isEmpty ? "" : " (\(codecs.joined(separator: ", ")))")
  }
}
