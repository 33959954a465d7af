public import CoreGraphics

/// The samples' attachments, a mutable dictionary a sample; `nil` where there is none and none is to be made.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  sbuf.attachmentDictionaries(creating: createIfNecessary)
}
