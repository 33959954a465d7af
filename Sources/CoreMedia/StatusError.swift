internal import CoreGraphics

/// Returns the error for a status.
func statusError(_ status: OSStatus) -> NSError {
  NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}

/// Throws the error of a status other than `noErr`.
func check(_ status: OSStatus) throws {
  if status != noErr { throw statusError(status) }
}
