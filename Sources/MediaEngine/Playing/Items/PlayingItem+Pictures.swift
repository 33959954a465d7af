import CoreMedia
import MediaSupport
import Synchronization

// An item's pictures, as they are decoded.
extension PlayingItem {
  /// The pictures. It is `nil` before the media is open, and without a track of pictures.
  package var pictures: PictureFeed? { media.withLock { $0?.pictures?.feed } }

  /// A Boolean value that says whether the media is open, and none of its pictures are presented.
  package var showsNoPictures: Bool { media.withLock { $0.map { $0.pictures == nil } } ?? false }

  /// The number of pictures a second that are shown now. It is 0 while the time is stopped, and if the next picture is
  /// not known.
  package var pictureRate: Double {
    let (time, rate) = timebase.timeAndRate
    guard rate != 0, let shown = pictures?.picture(at: time)?.frame,
      let next = pictures?.nextChange(after: time, isReversed: rate < 0)
    else { return 0 }
    let seconds = rate < 0 && shown.end > shown.time ? (shown.end - shown.time).seconds : (next - shown.time).seconds
    return seconds > 0 ? abs(rate) / seconds : 0
  }
}
