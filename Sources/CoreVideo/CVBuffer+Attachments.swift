public import CoreGraphics

// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCVBufferPropagatedAttachmentsKey: CFString = "CVBufferPropagatedAttachments"
nonisolated(unsafe) public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVBufferNonPropagatedAttachments"
nonisolated(unsafe) public let kCVBufferMovieTimeKey: CFString = "CVBufferMovieTime"
nonisolated(unsafe) public let kCVBufferTimeValueKey: CFString = "TimeValue"
nonisolated(unsafe) public let kCVBufferTimeScaleKey: CFString = "TimeScale"

/// Attaches a value, replacing one of the same key.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.updateAttachments { $0.set(value, for: key as String, propagates: attachmentMode == .shouldPropagate) }
}

/// Attaches all values of a dictionary.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  buffer.updateAttachments { $0.merge(theAttachments, propagates: attachmentMode == .shouldPropagate) }
}

/// Returns an attached value, which stays valid as long as it is attached; prefer `CVBufferCopyAttachment`.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map(Unmanaged.passUnretained)
}

/// Returns an attached value and its mode, or `nil` if the key is not attached.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = buffer.storedAttachments[key as String] else { return nil }
  attachmentMode?.pointee = entry.propagates ? .shouldPropagate : .shouldNotPropagate
  return entry.value
}

/// Returns whether a value is attached under a key, whatever its mode.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.storedAttachments[key as String] != nil
}

/// Returns all attachments of a mode, or `nil` if there are none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Returns all attachments of a mode, or `nil` if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  buffer.storedAttachments.dictionary(propagating: attachmentMode == .shouldPropagate)
}

/// Detaches the value of a key, whatever its mode.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.updateAttachments { $0.remove(key as String) }
}

/// Detaches everything, of both modes.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.updateAttachments { $0.removeAll() }
}

/// Attaches to the destination those of the source's attachments whose mode is `.shouldPropagate`.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  let attachments = sourceBuffer.storedAttachments
  destinationBuffer.updateAttachments { $0.propagate(from: attachments) }
}
