public import CoreGraphics

/// Returns a sample's size in bytes; 0 where it is unknown or there is no such sample.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// Returns the number of bytes of all samples; 0 where sizes are unknown.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// Copies out the sizes: one entry where all samples have the same size, else one for each sample.
///
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleSizes` or `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  let entries = sbuf.sizes.entries
  sizeArrayEntriesNeededOut?.pointee = entries.count
  guard !entries.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleSizes }
  guard let sizeArrayOut else { return noErr }
  guard sizeArrayEntries >= entries.count else { return kCMSampleBufferError_ArrayTooSmall }
  sizeArrayOut.update(from: entries, count: entries.count)
  return noErr
}

extension CMSampleBuffer {
  /// Returns a sample's size in bytes; 0 where it is unknown or there is no such sample.
  public func sampleSize(at sampleIndex: Int) -> Int {
    sampleIndex >= 0 && sampleIndex < numSamples ? sizes[sampleIndex] ?? 0 : 0
  }

  /// The number of bytes of all samples; 0 where sizes are unknown.
  public var totalSampleSize: Int {
    switch sizes {
    case .unknown: 0
    case .uniform(let size): checkedProduct(numSamples, size) ?? 0
    case .each(let sizes): sizes.checkedSum ?? 0
    }
  }

  /// Returns the sizes in bytes: one entry where all samples have the same size, else one for each sample.
  ///
  /// - Throws: `Error.bufferHasNoSampleSizes` where sizes are unknown.
  public func sampleSizes() throws -> [Int] {
    let entries = sizes.entries
    if entries.isEmpty { throw Error.bufferHasNoSampleSizes }
    return entries
  }

  /// Returns the byte range of each sample. It is `nil` if it is not known which bytes belong to which sample, and if
  /// some of a sample's bytes are missing.
  ///
  /// Packet descriptions may leave gaps. Without them the samples are adjacent. A single sample of unknown size has all
  /// of the bytes.
  ///
  /// - Parameter byteCount: the number of bytes, or `nil` if only the samples' sizes say.
  package func byteRanges(in byteCount: Int?) -> [Range<Int>]? {
    let unstatedSize = (numSamples == 1 ? byteCount : nil) ?? interleavedFrameSize
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(numSamples)
    for index in 0..<numSamples {
      let packet = packetTable?.packets[index]
      let start = packet.map { Int($0.mStartOffset) } ?? ranges.last?.upperBound ?? 0
      guard start >= 0, let size = packet.map({ Int($0.mDataByteSize) }) ?? sizes[index] ?? unstatedSize else {
        return nil
      }
      let (end, overflow) = start.addingReportingOverflow(size)
      if overflow || end > byteCount ?? end { return nil }
      ranges.append(start..<end)
    }
    return ranges
  }
}
