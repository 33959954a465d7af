internal import CoreAudioTypes
public import CoreGraphics
internal import CoreVideo

/// Creates a shallow copy.
///
/// The data is shared, and attachments that propagate are copied. A copy of a buffer that is not ready becomes ready
/// with it.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sampleBufferOut.pointee = sbuf.copy(timing: sbuf.timing)
  return noErr
}

/// Creates a copy as `CMSampleBufferCreateCopy` does, with other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard originalSBuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard
    let timing = PerSample(
      count: numSampleTimingEntries, entries: sampleTimingArray, of: originalSBuf.numSamples)
  else { return kCMSampleBufferError_InvalidEntryCount }
  let copy = originalSBuf.copy(timing: timing)
  copy.isRetimed = true
  sampleBufferOut.pointee = copy
  return noErr
}

/// Creates a buffer with a range of another's samples; the data is shared.
///
/// A trim at the start is copied only with the first sample, a trim at the end only with the last.
///
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange`, or `kCMSampleBufferError_CannotSubdivide` where it is not
///   known which bytes belong to which sample.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sampleRange.location >= 0, sampleRange.length > 0, sampleRange.location <= sbuf.numSamples,
    sampleRange.length <= sbuf.numSamples - sampleRange.location
  else { return kCMSampleBufferError_SampleIndexOutOfRange }
  guard sbuf.isDataReady else { return kCMSampleBufferError_BufferNotReady }
  do {
    sampleBufferOut.pointee = try sbuf.copy(
      range: sampleRange.location..<sampleRange.location + sampleRange.length)
    return noErr
  } catch {
    return error.status
  }
}

/// Calls a function with each sample in a buffer of its own, until it returns an error.
@discardableResult
public func CMSampleBufferCallForEachSample(
  _ sbuf: CMSampleBuffer, callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
  refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  CMSampleBufferCallBlockForEachSample(sbuf) { callback($0, $1, refcon) }
}

/// Calls a closure with each sample in a buffer of its own, until it returns an error.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
  _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
  for index in 0..<sbuf.numSamples {
    var sample: CMSampleBuffer?
    let status = CMSampleBufferCopySampleBufferForRange(
      allocator: nil, sampleBuffer: sbuf, sampleRange: CFRange(location: index, length: 1), sampleBufferOut: &sample)
    guard let sample else { return status }
    let result = handler(sample, index)
    if result != noErr { return result }
  }
  return noErr
}

/// The reason why a buffer cannot be made from another.
struct SampleBufferFailure: Error {
  var status: OSStatus
}

extension CMSampleBuffer {
  /// Creates a copy at the times of a medium's edits: one entry for all samples.
  package func copy(timing: CMSampleTimingInfo) -> CMSampleBuffer { copy(timing: .uniform(timing)) }

  /// Creates a copy with another description, and with each entry of its times moved.
  package func copy(
    format: CMFormatDescription?, moving move: (CMSampleTimingInfo) -> CMSampleTimingInfo
  ) -> CMSampleBuffer {
    copy(timing: timing.map(move), format: format)
  }

  /// Creates a copy of a buffer of one encoded sample with other bytes, which are ready.
  package func copy(data: CMBlockBuffer) -> CMSampleBuffer {
    attached(
      CMSampleBuffer(
        dataBuffer: data, imageBuffer: nil, formatDescription: formatDescription, numSamples: 1, timing: timing,
        sizes: .uniform(data.dataLength)))
  }

  fileprivate func copy(timing: PerSample<CMSampleTimingInfo>) -> CMSampleBuffer {
    copy(timing: timing, format: formatDescription)
  }

  private func copy(timing: PerSample<CMSampleTimingInfo>, format: CMFormatDescription?) -> CMSampleBuffer {
    let readiness: Readiness = if case .ready = readiness { .ready } else { .following(self) }
    return attached(
      CMSampleBuffer(
        dataBuffer: dataBuffer, imageBuffer: imageBuffer, formatDescription: format,
        numSamples: numSamples, timing: timing, sizes: sizes, packetTable: packetTable, readiness: readiness))
  }

  /// Gives a copy of all samples the attachments that propagate.
  private func attached(_ copy: CMSampleBuffer) -> CMSampleBuffer {
    copy.copySampleAttachments(from: self, range: 0..<numSamples)
    copy.storedAttachments.propagate(from: storedAttachments)
    copy.isRetimed = isRetimed
    return copy
  }

  fileprivate func copy(range: Range<Int>) throws(SampleBufferFailure) -> CMSampleBuffer {
    if range == 0..<numSamples { return copy(timing: timing) }
    var timing = timing.subset(range)
    if case .uniform = timing, let first = timingInfo(at: range.lowerBound) { timing = .uniform(first) }
    let (data, packets) =
      try dataBuffer.map { data throws(SampleBufferFailure) in
        try subset(of: data, range: range)
      } ?? (nil, nil)
    let copy = CMSampleBuffer(
      dataBuffer: data, imageBuffer: imageBuffer, formatDescription: formatDescription, numSamples: range.count,
      timing: timing, sizes: sizes.subset(range), packetTable: packets)
    copy.isRetimed = isRetimed
    copy.copySampleAttachments(from: self, range: range)
    copy.storedAttachments.propagate(from: storedAttachments)
    if range.lowerBound > 0 {
      copy.storedAttachments.remove(kCMSampleBufferAttachmentKey_TrimDurationAtStart as String)
    }
    if range.upperBound < numSamples {
      copy.storedAttachments.remove(kCMSampleBufferAttachmentKey_TrimDurationAtEnd as String)
    }
    return copy
  }

  /// Returns references to the bytes of a range of samples, and the offsets and sizes of its packets in them.
  private func subset(
    of data: CMBlockBuffer, range: Range<Int>
  ) throws(SampleBufferFailure) -> (CMBlockBuffer, PacketTable?) {
    if let planes = nonInterleavedPlanes {
      // For each channel in turn, the range of its plane.
      guard let total = checkedProduct(planes.count, planes.bytesPerFrame, numSamples), total <= data.dataLength
      else { throw SampleBufferFailure(status: kCMSampleBufferError_InvalidSampleData) }
      let result = CMBlockBuffer()
      for channel in 0..<planes.count {
        result.append(
          data.pieces(
            offset: (channel * numSamples + range.lowerBound) * planes.bytesPerFrame,
            length: range.count * planes.bytesPerFrame))
      }
      return (result, nil)
    }
    guard let (offset, length) = byteRange(of: range) else {
      throw SampleBufferFailure(status: kCMSampleBufferError_CannotSubdivide)
    }
    guard offset >= 0, length >= 0, offset <= data.dataLength, length <= data.dataLength - offset else {
      throw SampleBufferFailure(status: kCMSampleBufferError_InvalidSampleData)
    }
    let packets = packetTable.map { table in
      PacketTable(
        table.packets[range].map { packet in
          var packet = packet
          packet.mStartOffset -= Int64(offset)
          return packet
        })
    }
    return (CMBlockBuffer(pieces: data.pieces(offset: offset, length: length)), packets)
  }

  /// Returns the offset and length of the bytes of a range of samples, or `nil` if they are not known.
  func byteRange(of range: Range<Int>) -> (offset: Int, length: Int)? {
    if let packets = packetTable?.packets {
      var low = Int64.max
      var high = Int64.min
      for packet in packets[range] {
        let (end, overflow) = packet.mStartOffset.addingReportingOverflow(Int64(packet.mDataByteSize))
        if overflow { return nil }
        low = min(low, packet.mStartOffset)
        high = max(high, end)
      }
      let (length, overflow) = high.subtractingReportingOverflow(low)
      return overflow ? nil : (Int(low), Int(length))
    }
    switch sizes {
    case .unknown:
      return interleavedFrameSize.flatMap { uniformByteRange(of: range, sampleSize: $0) }
    case .uniform(let size):
      return uniformByteRange(of: range, sampleSize: size)
    case .each(let sizes):
      guard let offset = sizes[..<range.lowerBound].checkedSum, let length = sizes[range].checkedSum else {
        return nil
      }
      return (offset, length)
    }
  }
}

private func uniformByteRange(of range: Range<Int>, sampleSize: Int) -> (offset: Int, length: Int)? {
  guard let offset = checkedProduct(range.lowerBound, sampleSize), let length = checkedProduct(range.count, sampleSize)
  else { return nil }
  return (offset, length)
}

/// Returns the product; `nil` on overflow.
func checkedProduct(_ factors: Int...) -> Int? {
  var result = 1
  for factor in factors {
    let (product, overflow) = result.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    result = product
  }
  return result
}

extension Sequence<Int> {
  /// The sum; `nil` on overflow.
  var checkedSum: Int? {
    var total = 0
    for value in self {
      let (sum, overflow) = total.addingReportingOverflow(value)
      if overflow { return nil }
      total = sum
    }
    return total
  }
}
