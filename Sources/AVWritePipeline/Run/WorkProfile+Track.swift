internal import AVFoundation

extension WorkProfile {
  /// Of those pictures of a source that are shown, as its tables tell; nil where they do not. What an edit list leaves out is
  /// decoded at most.
  init?(_ track: AVAssetTrack) {
    guard track.canProvideSampleCursors, let cursor = track.makeSampleCursorAtFirstSampleInDecodeOrder() else {
      return nil
    }
    let shown = track.segments.filter { !$0.isEmpty }.map(\.timeMapping.source)
    var sizes: [Int] = []
    repeat {
      let picture = CMTimeRange(start: cursor.presentationTimeStamp, duration: cursor.currentSampleDuration)
      guard shown.isEmpty || shown.contains(where: { $0.start < picture.end && picture.start < $0.end }) else {
        continue
      }
      sizes.append(Int(clamping: cursor.currentSampleStorageRange.length))
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    let size = track.naturalSize
    self.init(sizes: sizes, macroblocks: Double(size.width * size.height) / 256)
  }
}
