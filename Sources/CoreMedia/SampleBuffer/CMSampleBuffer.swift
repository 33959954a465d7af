public import CoreGraphics
public import CoreVideo

/// A number of samples or entries.
public typealias CMItemCount = CFIndex
/// The index of a sample.
public typealias CMItemIndex = CFIndex

/// A function that makes a buffer's data ready when it is first needed.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// A closure that makes a buffer's data ready when it is first needed; the data stays not ready unless it returns
/// `noErr`.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus
/// A function that is called once, when a buffer is invalidated.
public typealias CMSampleBufferInvalidateCallback = (CMSampleBuffer, UInt64) -> Void
/// A closure that is called once, when a buffer is invalidated.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void

/// Samples of one kind of media, compressed or not: their data or picture, their format, times, sizes and
/// attachments.
///
/// A buffer may be passed from thread to thread. Reading it never changes it, apart from attachments that a client asks
/// to be created; while one thread sets something, no other may use the buffer, as with Apple's.
public final class CMSampleBuffer: @unchecked Sendable {
  /// The format of the samples.
  public let formatDescription: CMFormatDescription?
  public let numSamples: Int
  let timing: PerSample<CMSampleTimingInfo>
  let sizes: PerSample<Int>

  /// The samples' bytes, one sample after the other, or `nil` for a picture.
  public internal(set) var dataBuffer: CMBlockBuffer?
  /// The picture, or `nil` for bytes.
  public internal(set) var imageBuffer: CVImageBuffer?
  /// The offset and size of each audio packet, or `nil` if the packets are adjacent.
  let packetTable: PacketTable?

  var readiness: Readiness
  var makeReady: CMSampleBufferMakeDataReadyHandler?
  var invalidateHandler: CMSampleBufferInvalidateHandler?
  /// A Boolean value that is `false` once the buffer was invalidated.
  public internal(set) var isValid = true

  /// The time that the client set; invalid where it is to be computed.
  var explicitOutputPresentationTimeStamp = CMTime()
  /// A Boolean value that says whether a client gave a copy these times.
  var isRetimed = false

  /// The attachments of the buffer as a whole.
  package var storedAttachments = Attachments()
  /// The flags of each sample, until `attachmentDictionaries` replaces them.
  private var flags: PerSample<SampleFlags>
  /// One dictionary for each sample, once a client has asked for them.
  private var attachmentDictionaries: [NSMutableDictionary]?

  /// The state of the data.
  enum Readiness {
    case ready
    case notReady
    case failed(OSStatus)
    /// The state of another buffer's data, of which this buffer is a copy.
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

  /// Creates a buffer of one picture at its time.
  package convenience init(
    imageBuffer: CVImageBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo
  ) {
    self.init(
      dataBuffer: nil, imageBuffer: imageBuffer, formatDescription: format, numSamples: 1, timing: .uniform(timing),
      sizes: .unknown)
  }

  /// Creates a buffer of one encoded sample.
  package convenience init(
    dataBuffer: CMBlockBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo, flags: SampleFlags = []
  ) {
    self.init(
      dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: format, numSamples: 1, timing: .uniform(timing),
      sizes: .uniform(dataBuffer.dataLength), flags: .uniform(flags))
  }

  /// Creates a buffer of encoded samples, with a time, a size and flags for each.
  ///
  /// The samples are adjacent in the data. Without data, they are stored elsewhere. A single time, size or flags for
  /// several samples applies to each of them, as in `CMSampleBufferCreate`.
  package convenience init(
    dataBuffer: CMBlockBuffer?, format: CMFormatDescription, sampleCount: Int, timings: [CMSampleTimingInfo],
    sizes: [Int], flags: [SampleFlags] = []
  ) {
    self.init(
      dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: format, numSamples: sampleCount,
      timing: PerSample(timings), sizes: PerSample(sizes), flags: PerSample(flags))
  }

  /// Returns the flags of a sample; they include clients' changes to its attachments.
  package func flags(at index: Int) -> SampleFlags {
    if let attachmentDictionaries, attachmentDictionaries.indices.contains(index) {
      return SampleFlags(attachmentDictionaries[index])
    }
    return flags[index] ?? []
  }

  /// Returns the samples' attachments as clients see and change them, or `nil` if there are none and none are to be
  /// made.
  func attachmentDictionaries(creating: Bool) -> [NSMutableDictionary]? {
    if let attachmentDictionaries { return attachmentDictionaries }
    if !creating, flags.entries.allSatisfy(\.isEmpty) { return nil }
    attachmentDictionaries = (0..<numSamples).map { (flags[$0] ?? []).dictionary }
    return attachmentDictionaries
  }

  /// Copies the attachments of a range of another buffer's samples.
  func copySampleAttachments(from other: CMSampleBuffer, range: Range<Int>) {
    flags = other.flags.subset(range)
    attachmentDictionaries = other.attachmentDictionaries?[range].compactMap {
      $0.mutableCopy() as? NSMutableDictionary
    }
  }
}

extension CMSampleBuffer: Hashable {
  /// Returns whether two buffers are the same object.
  public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
