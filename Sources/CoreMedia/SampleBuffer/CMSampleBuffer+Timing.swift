public import CoreGraphics
internal import CoreVideo

/// Returns the earliest presentation time of the samples; invalid where there are no times.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns the first sample's decode time; invalid where samples are decoded in the order of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns the sum of the samples' durations; invalid where one is unknown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the presentation time after trimming, stretching and reversing.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// Returns the decode time, moved and stretched as the presentation time is.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Returns the duration after trimming and stretching.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// Sets the output presentation time, which otherwise follows from the attachments; an invalid time undoes it.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.explicitOutputPresentationTimeStamp = outputPresentationTimeStamp
  return noErr
}

/// Returns a sample's times, computed where one entry stands for many samples.
///
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleTimingInfo` or `kCMSampleBufferError_SampleIndexOutOfRange`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  if case .unknown = sbuf.timing { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
  guard let info = sbuf.timingInfo(at: sampleIndex) else { return kCMSampleBufferError_SampleIndexOutOfRange }
  timingInfoOut.pointee = info
  return noErr
}

/// Copies out the times as they were given: one entry for all samples, or one for each.
///
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleTimingInfo` or `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  fill(
    sbuf.timing.entries, capacity: numSampleTimingEntries, timingArrayOut, needed: timingArrayEntriesNeededOut)
}

/// Copies out the times after trimming, stretching and reversing.
///
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleTimingInfo` or `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  fill(sbuf.outputTimings, capacity: timingArrayEntries, timingArrayOut, needed: timingArrayEntriesNeededOut)
}

private func fill(
  _ entries: [CMSampleTimingInfo], capacity: CMItemCount, _ array: UnsafeMutablePointer<CMSampleTimingInfo>?,
  needed: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  needed?.pointee = entries.count
  guard !entries.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
  guard let array else { return noErr }
  guard capacity >= entries.count else { return kCMSampleBufferError_ArrayTooSmall }
  array.update(from: entries, count: entries.count)
  return noErr
}

extension CMSampleBuffer {
  /// The earliest presentation time of the samples; invalid where there are no times.
  public var presentationTimeStamp: CMTime {
    switch timing {
    case .unknown: CMTime()
    case .uniform(let info): info.presentationTimeStamp
    case .each(let infos): infos.map(\.presentationTimeStamp).filter(\.isValid).min() ?? CMTime()
    }
  }

  /// The first sample's decode time; invalid where samples are decoded in the order of presentation.
  public var decodeTimeStamp: CMTime { timing[0]?.decodeTimeStamp ?? CMTime() }

  /// The sum of the samples' durations; invalid where one is unknown.
  public var duration: CMTime {
    switch timing {
    case .unknown: CMTime()
    case .uniform(let info): info.duration.multiplied(byCount: numSamples)
    case .each(let infos):
      infos.dropFirst().reduce(infos.first?.duration ?? CMTime()) { CMTimeAdd($0, $1.duration) }
    }
  }

  /// The presentation time after trimming, stretching and reversing.
  ///
  /// It is the time that was set, else the presentation time plus the trim at the start. For reversed samples it is the
  /// end of the last sample minus the trim at the end.
  public var outputPresentationTimeStamp: CMTime {
    explicitOutputPresentationTimeStamp.isValid
      ? explicitOutputPresentationTimeStamp : computedOutputPresentationTimeStamp
  }

  /// The time at which a writer presents the samples: the output presentation time, but for a copy with new times the
  /// one that follows from these.
  ///
  /// Clients move buffers in three ways. Some set the output time. Others give a copy new times. Apple's sample code
  /// for segments does both, and adds its offset to the output time of the copy, which moved with the copy's times
  /// already.
  package var writtenPresentationTimeStamp: CMTime {
    isRetimed ? computedOutputPresentationTimeStamp : outputPresentationTimeStamp
  }

  /// A Boolean value that says whether the samples are presented at their own times: nothing that is attached changes
  /// these, and no client has set another.
  package var isPresentedAsTimed: Bool {
    storedAttachments.isEmpty && !explicitOutputPresentationTimeStamp.isValid
  }

  /// The output presentation time as it follows from the times and the attachments.
  private var computedOutputPresentationTimeStamp: CMTime {
    if storedAttachments.isEmpty { return presentationTimeStamp }
    if isReversed {
      return subtract(
        attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtEnd), from: CMTimeAdd(presentationTimeStamp, duration))
    }
    guard let trim = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart) else {
      return presentationTimeStamp
    }
    return CMTimeAdd(presentationTimeStamp, trim)
  }

  /// The output presentation time plus the stretched distance from the presentation time to the decode time.
  public var outputDecodeTimeStamp: CMTime {
    let decode = decodeTimeStamp
    guard decode.isValid else { return decode }
    return CMTimeAdd(outputPresentationTimeStamp, stretched(CMTimeSubtract(decode, presentationTimeStamp)))
  }

  /// The duration minus the trims at start and end, divided by the speed.
  public var outputDuration: CMTime {
    if storedAttachments.isEmpty { return duration }
    let start = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    let end = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    return stretched(subtract(end, from: subtract(start, from: duration)))
  }

  /// Returns a sample's times, computed where one entry stands for many, or `nil` if there are none or no such sample.
  package func timingInfo(at index: Int) -> CMSampleTimingInfo? {
    guard index >= 0, index < numSamples, var info = timing[index] else { return nil }
    if case .uniform = timing, index > 0 {
      let offset = info.duration.multiplied(byCount: index)
      info.presentationTimeStamp = CMTimeAdd(info.presentationTimeStamp, offset)
      if info.decodeTimeStamp.isValid { info.decodeTimeStamp = CMTimeAdd(info.decodeTimeStamp, offset) }
    }
    return info
  }

  /// Returns a sample's times, computed where one entry stands for many.
  ///
  /// - Throws: `Error.bufferHasNoSampleTimingInfo` for a buffer without times, and `Error.sampleIndexOutOfRange` for a
  ///   sample that it does not have.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    var info = CMSampleTimingInfo()
    try check(CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &info))
    return info
  }

  /// Returns the times as they were given: one entry for all samples, or one for each.
  ///
  /// - Throws: `Error.bufferHasNoSampleTimingInfo` for a buffer without times.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let entries = timing.entries
    if entries.isEmpty { throw Error.bufferHasNoSampleTimingInfo }
    return entries
  }

  /// Returns the times after trimming, stretching and reversing.
  ///
  /// - Throws: `Error.bufferHasNoSampleTimingInfo` for a buffer without times.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let entries = outputTimings
    if entries.isEmpty { throw Error.bufferHasNoSampleTimingInfo }
    return entries
  }

  /// Sets the output presentation time; an invalid time returns to the computed one.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
  }

  /// Sets the durations at the samples' start and end that are not presented; zero or invalid for nothing.
  package func setTrim(start: CMTime, end: CMTime) {
    if storedAttachments.isEmpty, start == .zero, end == .zero { return }
    for (key, time) in [
      (kCMSampleBufferAttachmentKey_TrimDurationAtStart, start), (kCMSampleBufferAttachmentKey_TrimDurationAtEnd, end),
    ] {
      guard time.isNumeric, time.value != 0, let dictionary = CMTimeCopyAsDictionary(time, allocator: nil) else {
        storedAttachments.remove(key as String)
        continue
      }
      storedAttachments.set(dictionary, for: key as String, propagates: true)
    }
  }

  /// Returns a time from the buffer's attachments, or `nil` if it is absent or not numeric.
  package func attachedTime(_ key: CFString) -> CMTime? {
    guard let dictionary = attachment(key) as? CFDictionary else { return nil }
    let time = CMTimeMakeFromDictionary(dictionary)
    return time.isNumeric ? time : nil
  }

  /// Returns a value from the buffer's attachments, or `nil` if it is absent. Most buffers have no attachments, but
  /// each is asked several times, and converting a key to a `String` would be expensive.
  package func attachment(_ key: CFString) -> AnyObject? {
    storedAttachments.isEmpty ? nil : storedAttachments[key as String]?.value
  }

  private var isReversed: Bool {
    (attachment(kCMSampleBufferAttachmentKey_Reverse) as? NSNumber)?.boolValue ?? false
  }

  private var speed: Double {
    let number = attachment(kCMSampleBufferAttachmentKey_SpeedMultiplier) as? NSNumber
    let speed = abs(number?.doubleValue ?? 1)
    return speed > 0 && speed.isFinite ? speed : 1
  }

  private func stretched(_ time: CMTime) -> CMTime {
    let speed = speed
    return speed == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
  }

  private func subtract(_ trim: CMTime?, from time: CMTime) -> CMTime {
    trim.map { CMTimeSubtract(time, $0) } ?? time
  }

  /// The times of each sample, without the trimmed parts, moved to the output presentation time and stretched.
  fileprivate var outputTimings: [CMSampleTimingInfo] {
    if isPresentedAsTimed { return timing.entries }
    let infos = (0..<numSamples).compactMap { timingInfo(at: $0) }
    let origin = presentationTimeStamp
    let start = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart).map { CMTimeAdd(origin, $0) } ?? origin
    let end = subtract(
      attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtEnd), from: CMTimeAdd(origin, duration))
    let output = outputPresentationTimeStamp
    return infos.map { info in
      let sampleEnd = CMTimeAdd(info.presentationTimeStamp, info.duration)
      let shownStart = min(max(info.presentationTimeStamp, start), max(start, end))
      let shownEnd = end.isNumeric ? max(min(sampleEnd, end), shownStart) : sampleEnd
      let distance = isReversed ? CMTimeSubtract(end, shownEnd) : CMTimeSubtract(shownStart, start)
      let decode =
        info.decodeTimeStamp.isValid
        ? CMTimeAdd(output, stretched(CMTimeSubtract(info.decodeTimeStamp, start))) : info.decodeTimeStamp
      return CMSampleTimingInfo(
        duration: stretched(CMTimeSubtract(shownEnd, shownStart)),
        presentationTimeStamp: CMTimeAdd(output, stretched(distance)), decodeTimeStamp: decode)
    }
  }
}

extension CMTime {
  /// Returns the time multiplied by a count.
  fileprivate func multiplied(byCount count: Int) -> CMTime {
    count == 1 ? self : CMTimeMultiply(self, multiplier: Int32(clamping: count))
  }
}
