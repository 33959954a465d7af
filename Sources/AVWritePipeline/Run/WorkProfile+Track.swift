internal import AVFoundation

extension WorkProfile {
  /// Creates the profile of the pictures of a source that are shown, from its tables. Returns nil if the tables do not
  /// have what is needed. Pictures that an edit list hides are not counted, since they are at most decoded.
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
