import CoreMedia
import Foundation
import MediaInterop

extension CMSampleBuffer {
  /// The side data of the sample's packet, for a container that can store it.
  var sideData: [SideData] {
    get {
      (attachment(AttachedSideData.key) as? AttachedSideData)?.items ?? []
    }
    set {
      let value = newValue.isEmpty ? nil : AttachedSideData(newValue)
      CMSetAttachment(
        self, key: AttachedSideData.key, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
  }
}

/// The value of an attachment.
private final class AttachedSideData: Sendable {
  // This is a string that never changes.
  nonisolated(unsafe) static let key = "PacketSideData" as CFString

  let items: [SideData]

  init(_ items: [SideData]) { self.items = items }
}
