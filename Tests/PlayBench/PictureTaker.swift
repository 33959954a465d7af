import AVFoundation
import CoreMedia
import Dispatch
import Foundation

/// Takes each picture of an item as it becomes due while the item is a player's current one, in the decoder's own form, as a
/// screen would that draws nothing.
final class PictureTaker: NSObject, AVPlayerItemOutputPullDelegate {
  /// A picture that was taken.
  struct Picture: Sendable {
    let time: CMTime
    /// Nanoseconds of the host's clock when it was taken.
    let takenAt: Int64
    /// Nanoseconds of the host's clock when its time had come. It is `nil` where the time stands.
    let dueAt: Int64?
    /// The brightness of its middle: 0 to 255.
    let brightness: UInt8
  }

  private let item: AVPlayerItem
  private let player: AVPlayer
  private let output = AVPlayerItemVideoOutput()
  private let queue = DispatchQueue(label: "pictures", qos: .userInteractive)
  private let take: @Sendable (Picture) -> Void
  private let turn: NSKeyValueObservation

  /// - Parameter take: called on a queue of the taker's.
  init(of item: AVPlayerItem, in player: AVPlayer, _ take: @escaping @Sendable (Picture) -> Void) {
    (self.item, self.player, self.take) = (item, player, take)
    let output = output
    turn = player.observe(\.currentItem) { player, _ in
      if player.currentItem === item { output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0) }
    }
    super.init()
    output.setDelegate(self, queue: queue)
    item.add(output)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
  }

  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {
    // The first picture of one that is next is decoded before its turn.
    guard player.currentItem === item else { return }
    takePicture()
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
  }

  private func takePicture() {
    let host = HostTime.now
    let now = output.itemTime(forMachAbsoluteTime: host)
    var time = CMTime.invalid
    guard now.isValid, output.hasNewPixelBuffer(forItemTime: now),
      let picture = output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &time)
    else { return }
    // A second later the item's time is ahead by its rate.
    let rate = (output.itemTime(forMachAbsoluteTime: host + 1_000_000_000) - now).seconds
    let dueAt = rate > 0 ? host - Int64((now - time).seconds / rate * 1e9) : nil
    take(Picture(time: time, takenAt: host, dueAt: dueAt, brightness: Self.brightness(of: picture)))
  }

  private static func brightness(of picture: CVPixelBuffer) -> UInt8 {
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, 0) else { return 0 }
    let row = CVPixelBufferGetBytesPerRowOfPlane(picture, 0) * (CVPixelBufferGetHeight(picture) / 2)
    return base.load(fromByteOffset: row + CVPixelBufferGetWidth(picture) / 2, as: UInt8.self)
  }
}

/// The host's clock.
enum HostTime {
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}
