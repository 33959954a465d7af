import Foundation
import TestSupport

/// A file as `mediainfo` reads it.
struct MediaInfoReport {
  /// What is a track's own, and must not change when its samples are copied.
  private static let kept = [
    "Format", "Format_Profile", "Format_Level", "Width", "Height", "PixelAspectRatio", "Rotation", "ScanType",
    "ScanOrder", "ColorSpace", "ChromaSubsampling", "BitDepth", "colour_range", "colour_primaries",
    "transfer_characteristics", "matrix_coefficients", "MasteringDisplay_ColorPrimaries", "MaxCLL", "Channels",
    "SamplingRate", "Language", "Source_Delay",
  ]

  /// Audio and video tracks, each with every field that the report has.
  var tracks: [[String: String]]

  static func read(_ path: String) throws -> MediaInfoReport {
    let output = try Tool.mediainfo.run(["--Output=JSON", path])
    let document = try JSONSerialization.jsonObject(with: output.data) as? [String: Any]
    let tracks = (document?["media"] as? [String: Any])?["track"] as? [[String: Any]] ?? []
    return MediaInfoReport(
      tracks: tracks.map { $0.compactMapValues { $0 as? String } }
        .filter { ["Audio", "Video"].contains($0["@type"]) })
  }

  var facts: [[String: String]] { tracks.map { track in track.filter { Self.kept.contains($0.key) } } }
}
