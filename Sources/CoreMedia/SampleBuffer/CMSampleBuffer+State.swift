public import CoreGraphics
public import CoreVideo

/// The samples' bytes; `nil` for a picture and while there is no data yet.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// The picture; `nil` for bytes.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// What the samples are of; `nil` where the buffer was made without.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// How many samples the buffer holds; 0 for one that only carries attachments.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Identifies the class of sample buffers in the running program.
public func CMSampleBufferGetTypeID() -> CFTypeID { CFTypeID(of: CMSampleBuffer.self) }

/// Gives the buffer its data, once: `kCMSampleBufferError_AlreadyHasDataBuffer` afterwards.
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.dataBuffer == nil, sbuf.imageBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
  sbuf.dataBuffer = dataBuffer
  return noErr
}

/// Whether the samples' data is there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isDataReady }

/// Says that the data is there.
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.readiness = .ready
  return noErr
}

/// Says that the data will never be there, and why.
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.readiness = .failed(status)
  return noErr
}

/// Whether the data will never be there.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
  let status = sbuf.dataFailure
  statusOut?.pointee = status ?? noErr
  return status != nil
}

/// Makes the data ready by the function given at creation; `kCMSampleBufferError_BufferNotReady` without one.
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  return sbuf.makeDataReadyNow()
}

/// Makes one buffer's readiness that of another.
public func CMSampleBufferTrackDataReadiness(
  _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sampleBufferToTrack !== sbuf else { return kCMSampleBufferError_RequiredParameterMissing }
  sbuf.readiness = .following(sampleBufferToTrack)
  return noErr
}

/// False once the buffer was invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Makes the buffer invalid and calls the function set for that; functions that set or copy fail from now on.
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.isValid = false
  let handler = sbuf.invalidateHandler
  sbuf.invalidateHandler = nil
  handler?(sbuf)
  return noErr
}

/// Sets the function that invalidating calls, once: `kCMSampleBufferError_RequiredParameterMissing` afterwards.
public func CMSampleBufferSetInvalidateCallback(
  _ sbuf: CMSampleBuffer, callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback,
  refcon invalidateRefCon: UInt64
) -> OSStatus {
  CMSampleBufferSetInvalidateHandler(sbuf) { invalidateCallback($0, invalidateRefCon) }
}

/// Sets the closure that invalidating calls, once: `kCMSampleBufferError_RequiredParameterMissing` afterwards.
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.invalidateHandler == nil else { return kCMSampleBufferError_RequiredParameterMissing }
  sbuf.invalidateHandler = invalidateHandler
  return noErr
}

extension CMSampleBuffer {
  /// Whether the samples' data is there.
  package var isDataReady: Bool {
    switch readiness {
    case .ready: true
    case .notReady, .failed: false
    case .following(let other): other.isDataReady
    }
  }

  /// Why the data will never be there; `nil` while it may.
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
