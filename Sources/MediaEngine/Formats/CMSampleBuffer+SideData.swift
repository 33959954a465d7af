import CoreMedia
import Foundation
import MediaInterop

extension CMSampleBuffer {
  /// What its packet has beside the bytes, for a container that has a place for it.
  var sideData: [SideData] {
    get {
      let attached = CMGetAttachment(self, key: AttachedSideData.key, attachmentModeOut: nil)
      return (attached as? AttachedSideData)?.items ?? []
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
  // A string that never changes.
  nonisolated(unsafe) static let key = "PacketSideData" as CFString

  let items: [SideData]

  init(_ items: [SideData]) { self.items = items }
}
