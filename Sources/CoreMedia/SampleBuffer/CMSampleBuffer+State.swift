public import CoreGraphics
public import CoreVideo

/// Returns the samples' bytes, or `nil` for a picture and while there is no data yet.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Returns the picture, or `nil` for bytes.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns the format of the samples, or `nil` if the buffer was made without one.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Returns the number of samples in the buffer; 0 for one that only carries attachments.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Returns a number that identifies the class of sample buffers in the running program.
public func CMSampleBufferGetTypeID() -> CFTypeID { CFTypeID(of: CMSampleBuffer.self) }

/// Sets the buffer's data, once; returns `kCMSampleBufferError_AlreadyHasDataBuffer` afterwards.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.dataBuffer == nil, sbuf.imageBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
  sbuf.dataBuffer = dataBuffer
  return noErr
}

/// Returns whether the samples' data is there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isDataReady }

/// Notes that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.readiness = .ready
  return noErr
}

/// Notes that the data will never be there, with the error that is the reason.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.readiness = .failed(status)
  return noErr
}

/// Returns whether the data will never be there; `statusOut` receives the error, or `noErr`.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
  let status = sbuf.dataFailure
  statusOut?.pointee = status ?? noErr
  return status != nil
}

/// Makes the data ready by the function given at creation; returns `kCMSampleBufferError_BufferNotReady` without one.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  return sbuf.makeDataReadyNow()
}

/// Makes one buffer's readiness follow that of another; returns `kCMSampleBufferError_RequiredParameterMissing` where the
/// other's comes from the buffer itself.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
  _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard !sampleBufferToTrack.follows(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
  sbuf.readiness = .following(sampleBufferToTrack)
  return noErr
}

/// Returns `false` once the buffer was invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Makes the buffer invalid and calls the function set for that; functions that set or copy fail from now on.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.isValid = false
  let handler = sbuf.invalidateHandler
  sbuf.invalidateHandler = nil
  handler?(sbuf)
  return noErr
}

/// Sets the function that invalidating calls, once; returns `kCMSampleBufferError_RequiredParameterMissing` afterwards.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
  _ sbuf: CMSampleBuffer, callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback,
  refcon invalidateRefCon: UInt64
) -> OSStatus {
  CMSampleBufferSetInvalidateHandler(sbuf) { invalidateCallback($0, invalidateRefCon) }
}

/// Sets the closure that invalidating calls, once; returns `kCMSampleBufferError_RequiredParameterMissing` afterwards.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.invalidateHandler == nil else { return kCMSampleBufferError_RequiredParameterMissing }
  sbuf.invalidateHandler = invalidateHandler
  return noErr
}

extension CMSampleBuffer {
  /// Returns whether the readiness is that of another buffer, directly or by buffers in between; every buffer has its own.
  fileprivate func follows(_ other: CMSampleBuffer) -> Bool {
    var buffer = self
    while buffer !== other {
      guard case .following(let next) = buffer.readiness else { return false }
      buffer = next
    }
    return true
  }

  /// A Boolean value that says whether the samples' data is there.
  package var isDataReady: Bool {
    switch readiness {
    case .ready: true
    case .notReady, .failed: false
    case .following(let other): other.isDataReady
    }
  }

  /// The error because of which the data will never be there, or `nil` while it may still come.
  var dataFailure: OSStatus? {
    switch readiness {
    case .ready, .notReady: nil
    case .failed(let status): status
    case .following(let other): other.dataFailure
    }
  }

  fileprivate func makeDataReadyNow() -> OSStatus {
    switch readiness {
    case .ready: return noErr
    case .failed: return kCMSampleBufferError_DataFailed
    case .following(let other): return other.makeDataReadyNow()
    case .notReady:
      guard let makeReady else { return kCMSampleBufferError_BufferNotReady }
      let status = makeReady(self)
      if status == noErr { readiness = .ready }
      return status
    }
  }
}
