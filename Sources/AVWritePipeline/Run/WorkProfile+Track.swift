internal import AVFoundation

extension WorkProfile {
  /// Of a source's pictures, as its tables tell; nil where they do not.
  init?(_ track: AVAssetTrack) {
    guard track.canProvideSampleCursors, let cursor = track.makeSampleCursorAtFirstSampleInDecodeOrder() else {
      return nil
    }
    var sizes: [Int] = []
    repeat {
      sizes.append(Int(clamping: cursor.currentSampleStorageRange.length))
    } while cursor.stepInDecodeOrder(byCount: 1) == 1
    self.init(sizes: sizes)
  }
}
