import CoreMedia
import Foundation

/// The settings of one export, as they were when it started: a value.
struct ExportRequest: Sendable {
  let asset: AVAsset
  let preset: ExportPreset
  var fileType: AVFileType
  /// The part of the asset's timeline.
  var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The metadata of the file, or nil for the asset's.
  var metadata: [AVMetadataItem]?
  /// The filter of the asset's metadata, or nil if all of it is kept.
  var metadataItemFilter: AVMetadataItemFilter?
  /// The largest size of the file in bytes; 0 for no limit.
  var fileLengthLimit: Int64 = 0
  var makesPasses = false
  var isOptimizedForNetworkUse = false
  var trackGroupHandling: AVAssetTrackGroupOutputHandling = []
  var timePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
  var temporaryDirectory: URL?
  /// The composition of the video tracks, or nil if a single one is exported.
  var compositing: VideoCompositing?
  /// The mix of the tracks of sound, or nil if each is exported for itself.
  var audioMix: AVAudioMix?

  init(_ asset: AVAsset, _ preset: ExportPreset, as fileType: AVFileType) {
    self.asset = asset
    self.preset = preset
    self.fileType = fileType
  }

  /// The range of the asset's timeline that is exported. Its duration is infinite where nobody knows where the asset
  /// ends.
  ///
  /// - Throws: `AVError`: of the asset where it cannot be read; `.exportFailed` for a range that holds nothing of it.
  func part() throws -> CMTimeRange {
    try asset.loadedInformation()
    let duration = asset.duration
    let whole = CMTimeRange(start: .zero, duration: duration.isNumeric ? duration : .positiveInfinity)
    guard timeRange.isValid, timeRange.start.isNumeric else {
      throw AVError.export("the time range is not valid", advice: "set timeRange to one with a numeric start")
    }
    let part = timeRange.duration.isNumeric ? timeRange.intersection(whole) : whole.from(timeRange.start)
    // An invalid time is later than all others: of a range of another epoch there is no part.
    guard part.isValid, part.duration > .zero else {
      throw AVError.export(
        "the time range begins at \(timeRange.start.seconds) s and holds nothing of the asset, which lasts "
          + "\(duration.seconds) s", advice: "set timeRange to a part of the asset")
    }
    return part
  }

  /// A Boolean value that says whether a part of the asset is left out.
  var isCut: Bool {
    timeRange.start > .zero || timeRange.duration.isNumeric && !(timeRange.end >= asset.duration)
  }
}

extension CMTimeRange {
  /// Returns the rest of the range from a time on; it has no duration where the range ends before.
  fileprivate func from(_ time: CMTime) -> CMTimeRange {
    let start = max(time, start)
    guard duration.isNumeric else { return CMTimeRange(start: start, duration: .positiveInfinity) }
    return CMTimeRange(start: start, duration: max(end - start, .zero))
  }
}

extension AVError {
  /// An error of an export that cannot begin, with the reason and the way out of it.
  static func export(_ reason: String, code: Code = .exportFailed, advice: String) -> AVError {
    AVError(
      code,
      userInfo: [
        NSLocalizedDescriptionKey: "the export cannot be made: \(reason)", NSLocalizedFailureReasonErrorKey: reason,
        NSLocalizedRecoverySuggestionErrorKey: advice,
      ])
  }
}
