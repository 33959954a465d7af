public import CoreGraphics
public import CoreVideo

/// Creates a buffer of samples.
///
/// - Parameters:
///   - dataBuffer: the samples' bytes in order, or `nil` for none yet.
///   - makeDataReadyCallback: makes the data ready when it is asked for and is not ready yet.
///   - numSampleTimingEntries: 0 for no times, 1 for the time of the first sample and the duration of each, or one for
///     each sample.
///   - numSampleSizeEntries: 0 for no sizes, 1 for the size of every sample, or one for each sample.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount` for another number of entries.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, dataReady, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
    numSampleSizeEntries, sampleSizeArray, sampleBufferOut,
    handler(makeDataReadyCallback, refcon: makeDataReadyRefcon))
}

/// Creates a buffer as `CMSampleBufferCreate` does, with a closure that makes the data ready.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount, _ numSampleTimingEntries: CMItemCount,
  _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: CMItemCount,
  _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard numSamples >= 0,
    let timing = PerSample(count: numSampleTimingEntries, entries: sampleTimingArray, of: numSamples),
    let sizes = PerSample(count: numSampleSizeEntries, entries: sampleSizeArray, of: numSamples),
    sizes.entries.allSatisfy({ $0 >= 0 })
  else { return kCMSampleBufferError_InvalidEntryCount }
  let buffer = CMSampleBuffer(
    dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: formatDescription, numSamples: numSamples,
    timing: timing, sizes: sizes, readiness: dataReady ? .ready : .notReady)
  buffer.makeReady = makeDataReadyHandler
  sampleBufferOut.pointee = buffer
  return noErr
}

/// Creates a buffer of samples whose data is there; see `CMSampleBufferCreate`.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, true, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
    numSampleSizeEntries, sampleSizeArray, sampleBufferOut, nil)
}

/// Creates a buffer of one picture.
///
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` when the description does not match the image buffer.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
    allocator, imageBuffer, dataReady, formatDescription, sampleTiming, sampleBufferOut,
    handler(makeDataReadyCallback, refcon: makeDataReadyRefcon))
}

/// Creates a buffer as `CMSampleBufferCreateForImageBuffer` does, with a closure that makes the data ready.
@discardableResult
public func CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ imageBuffer: CVImageBuffer, _ dataReady: Bool,
  _ formatDescription: CMVideoFormatDescription, _ sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard formatDescription.matchesImageBuffer(imageBuffer) else { return kCMSampleBufferError_InvalidMediaFormat }
  let buffer = CMSampleBuffer(imageBuffer: imageBuffer, format: formatDescription, timing: sampleTiming.pointee)
  if !dataReady { buffer.readiness = .notReady }
  buffer.makeReady = makeDataReadyHandler
  sampleBufferOut.pointee = buffer
  return noErr
}

/// Creates a buffer of one picture that is there.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
    allocator, imageBuffer, true, formatDescription, sampleTiming, sampleBufferOut, nil)
}

private func handler(
  _ callback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
  callback.map { callback in { callback($0, refcon) } }
}
