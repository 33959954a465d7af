public import CoreGraphics
internal import CoreVideo

/// Anything that attachments can be attached to: sample buffers, block buffers and image buffers.
public typealias CMAttachmentBearer = CFTypeRef

/// A mode that says whether an attachment is copied when a buffer is made from another: a `kCMAttachmentMode_…`.
public typealias CMAttachmentMode = UInt32

public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

// The functions below do nothing with an object that bears no attachments.

/// Attaches a value, replacing one of the same key; `nil` removes it.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  guard let bearer = target as? any AttachmentBearer else { return }
  guard let value else { return bearer.updateAttachments { $0.remove(key as String) } }
  bearer.updateAttachments {
    $0.set(value, for: key as String, propagates: attachmentMode == kCMAttachmentMode_ShouldPropagate)
  }
}

/// Attaches all values of a dictionary.
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  (target as? any AttachmentBearer)?.updateAttachments {
    $0.merge(theAttachments, propagates: attachmentMode == kCMAttachmentMode_ShouldPropagate)
  }
}

/// Returns an attached value and its mode, or `nil` if the key is not attached.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let entry = (target as? any AttachmentBearer)?.storedAttachments[key as String] else { return nil }
  attachmentModeOut?.pointee =
    entry.propagates ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
  return entry.value
}

/// Returns all attachments of a mode, or `nil` if there is none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  (target as? any AttachmentBearer)?.storedAttachments.dictionary(
    propagating: attachmentMode == kCMAttachmentMode_ShouldPropagate)
}

/// Detaches the value of a key, whatever its mode.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
  (target as? any AttachmentBearer)?.updateAttachments { $0.remove(key as String) }
}

/// Detaches everything, of both modes.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
  (target as? any AttachmentBearer)?.updateAttachments { $0.removeAll() }
}

/// Attaches those of the source's attachments that propagate to the destination.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  guard let attachments = (source as? any AttachmentBearer)?.storedAttachments else { return }
  (destination as? any AttachmentBearer)?.updateAttachments { $0.propagate(from: attachments) }
}
