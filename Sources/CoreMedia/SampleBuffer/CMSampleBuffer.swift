public import CoreGraphics
public import CoreVideo

/// A count of samples or entries.
public typealias CMItemCount = CFIndex
/// The position of a sample.
public typealias CMItemIndex = CFIndex

/// Makes a buffer's data ready when it is first needed.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// The same as a closure; any status but `noErr` leaves the data not ready.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// Called once, when a buffer is invalidated.
public typealias CMSampleBufferInvalidateCallback = (CMSampleBuffer, UInt64) -> Void
/// The same as a closure.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Samples of one kind of media, compressed or not: their data or picture, their format, times, sizes and
/// attachments.
///
/// A buffer may be handed from thread to thread. Reading it never changes it, apart from attachments that a client
/// asks to be created; while one thread sets something, no other may use the buffer, as with Apple's.
public final class CMSampleBuffer: @unchecked Sendable {
  /// What the samples are of.
  public let formatDescription: CMFormatDescription?
  public let numSamples: Int
  let timing: PerSample<CMSampleTimingInfo>
  let sizes: PerSample<Int>

  /// The samples' bytes, one sample after the other; `nil` for a picture.
  public internal(set) var dataBuffer: CMBlockBuffer?
  /// The picture; `nil` for bytes.
  public internal(set) var imageBuffer: CVImageBuffer?
  /// Where audio packets lie, if not simply one after the other.
  let packetTable: PacketTable?

  var readiness: Readiness
  var makeReady: CMSampleBufferMakeDataReadyHandler?
  var invalidateHandler: CMSampleBufferInvalidateHandler?
  /// False once the buffer was invalidated.
  public internal(set) var isValid = true

  /// Set by the client; else invalid and computed.
  var explicitOutputPresentationTimeStamp = CMTime()
  /// A Boolean value that says whether a client gave a copy these times.
  var isRetimed = false

  /// What is attached to the buffer as a whole.
  package var storedAttachments = Attachments()
  /// What is known of each sample, until `attachmentDictionaries` takes over.
  private var flags: PerSample<SampleFlags>
  /// A dictionary a sample, once a client has asked for them.
  private var attachmentDictionaries: [NSMutableDictionary]?

  /// Whether the data is there.
  enum Readiness {
    case ready
    case notReady
    case failed(OSStatus)
    /// As ready as another buffer, which this one is a copy of.
    case following(CMSampleBuffer)
  }

  init(
    dataBuffer: CMBlockBuffer?, imageBuffer: CVImageBuffer?, formatDescription: CMFormatDescription?,
    numSamples: Int, timing: PerSample<CMSampleTimingInfo>, sizes: PerSample<Int>,
    flags: PerSample<SampleFlags> = .unknown, packetTable: PacketTable? = nil, readiness: Readiness = .ready
  ) {
    self.dataBuffer = dataBuffer
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription
    self.numSamples = numSamples
    self.timing = timing
    self.sizes = sizes
    self.flags = flags
    self.packetTable = packetTable
    self.readiness = readiness
  }

  /// A picture at its time.
  package convenience init(
    imageBuffer: CVImageBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo
  ) {
    self.init(
      dataBuffer: nil, imageBuffer: imageBuffer, formatDescription: format, numSamples: 1, timing: .uniform(timing),
      sizes: .unknown)
  }

  /// One encoded sample.
  package convenience init(
    dataBuffer: CMBlockBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo, flags: SampleFlags = []
  ) {
    self.init(
      dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: format, numSamples: 1, timing: .uniform(timing),
      sizes: .uniform(dataBuffer.dataLength), flags: .uniform(flags))
  }

  /// Encoded samples, one after the other in the data, or wherever they lie: a time, a size and flags for each.
  ///
  /// One time, size or flags for several samples holds for each of them, as in `CMSampleBufferCreate`.
  package convenience init(
    dataBuffer: CMBlockBuffer?, format: CMFormatDescription, sampleCount: Int, timings: [CMSampleTimingInfo],
    sizes: [Int], flags: [SampleFlags] = []
  ) {
    self.init(
      dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: format, numSamples: sampleCount,
      timing: PerSample(timings), sizes: PerSample(sizes), flags: PerSample(flags))
  }

  /// What is known of a sample; clients' changes to its attachments are seen.
  package func flags(at index: Int) -> SampleFlags {
    if let attachmentDictionaries, attachmentDictionaries.indices.contains(index) {
      return SampleFlags(attachmentDictionaries[index])
    }
    return flags[index] ?? []
  }

  /// The samples' attachments as clients see and change them; `nil` where there is none and none is asked for.
  func attachmentDictionaries(creating: Bool) -> [NSMutableDictionary]? {
    if let attachmentDictionaries { return attachmentDictionaries }
    if !creating, flags.entries.allSatisfy(\.isEmpty) { return nil }
    attachmentDictionaries = (0..<numSamples).map { (flags[$0] ?? []).dictionary }
    return attachmentDictionaries
  }

  /// Takes over what another buffer's samples of a range have attached.
  func copySampleAttachments(from other: CMSampleBuffer, range: Range<Int>) {
    flags = other.flags.subset(range)
    attachmentDictionaries = other.attachmentDictionaries?[range].compactMap {
      $0.mutableCopy() as? NSMutableDictionary
    }
  }
}

extension CMSampleBuffer: Hashable {
  /// Two buffers are equal when they are the same object.
  public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
