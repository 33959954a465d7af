internal import CoreVideo

/// An object that attachments can be attached to.
protocol AttachmentBearer: AnyObject {
  var storedAttachments: Attachments { get }
  func updateAttachments(_ body: (inout Attachments) -> Void)
}

extension CVBuffer: AttachmentBearer {}

extension CMSampleBuffer: AttachmentBearer {
  func updateAttachments(_ body: (inout Attachments) -> Void) { body(&storedAttachments) }
}

extension CMBlockBuffer: AttachmentBearer {
  func updateAttachments(_ body: (inout Attachments) -> Void) { body(&storedAttachments) }
}
