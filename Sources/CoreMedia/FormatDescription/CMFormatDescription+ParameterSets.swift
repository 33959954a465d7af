public import CoreGraphics

/// Creates a description of H.264 video from its parameter sets, without start codes or lengths.
///
/// The dimensions come from the sequence parameter set, and the sets go into an `avcC` atom (ISO 14496-15, 5.3.3).
///
/// - Parameter NALUnitHeaderLength: the size in bytes of the length before each NAL unit of the samples: 1, 2 or 4.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` without a sequence and a picture parameter set, for a
///   broken one, or for another length.
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard
    let sets = parameterSets(
      parameterSetCount, parameterSetPointers, parameterSetSizes, lengthSize: NALUnitHeaderLength),
    let sequence = sets.lazy.compactMap({ SequenceParameterSet(avc: $0) }).first,
    let record = avcRecord(sets, sequence, lengthSize: NALUnitHeaderLength)
  else { return kCMFormatDescriptionError_InvalidParameter }
  return create(kCMVideoCodecType_H264, sequence, atom: "avcC", record, extensions: nil, formatDescriptionOut)
}

/// Creates a description of HEVC video from its parameter sets; see the function for H.264.
///
/// The sets go into an `hvcC` atom (ISO 14496-15, 8.3.3), beside the extensions given.
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard
    let sets = parameterSets(
      parameterSetCount, parameterSetPointers, parameterSetSizes, lengthSize: NALUnitHeaderLength),
    let sequence = sets.lazy.compactMap({ SequenceParameterSet(hevc: $0) }).first,
    let record = hevcRecord(sets, sequence, lengthSize: NALUnitHeaderLength)
  else { return kCMFormatDescriptionError_InvalidParameter }
  return create(kCMVideoCodecType_HEVC, sequence, atom: "hvcC", record, extensions: extensions, formatDescriptionOut)
}

/// Returns a parameter set of an H.264 description, valid as long as the description is; sequence sets come before
/// picture sets.
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for another codec or no such set,
///   `kCMFormatDescriptionError_ValueNotAvailable` where the description has no sets.
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard [kCMVideoCodecType_H264, avc3].contains(videoDesc.subType) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  return parameterSet(
    of: videoDesc, at: parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    NALUnitHeaderLengthOut)
}

/// Returns a parameter set of an HEVC description; see the function for H.264.
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard [kCMVideoCodecType_HEVC, hev1, kCMVideoCodecType_DolbyVisionHEVC].contains(videoDesc.subType) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  return parameterSet(
    of: videoDesc, at: parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    NALUnitHeaderLengthOut)
}

extension CMFormatDescription {
  /// The parameter sets of an H.264 or HEVC description.
  public struct ParameterSetCollection: RandomAccessCollection, Sendable {
    let sets: [Data]
    public var startIndex: Int { 0 }
    public var endIndex: Int { sets.count }
    /// A set without start code or length; an index out of range stops the process.
    public subscript(index: Int) -> Data { sets[index] }
  }

  /// The sets of the `avcC` or `hvcC` atom, in its order; empty where there is none.
  public var parameterSets: ParameterSetCollection {
    ParameterSetCollection(sets: parameterSetRecord?.sets.map { Data($0) } ?? [])
  }

  /// The size in bytes of the length before each NAL unit; `nil` where there are no parameter sets.
  public var nalUnitHeaderLength: Int? { parameterSetRecord?.nalUnitHeaderLength }

  /// Creates a description of H.264 video from its parameter sets.
  public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
    let lengthSize = Int32(clamping: nalUnitHeaderLength)
    self.init(
      copying: try withPointers(to: h264ParameterSets) { pointers, sizes in
        try Self.made {
          CMVideoFormatDescriptionCreateFromH264ParameterSets(
            allocator: nil, parameterSetCount: h264ParameterSets.count, parameterSetPointers: pointers,
            parameterSetSizes: sizes, nalUnitHeaderLength: lengthSize, formatDescriptionOut: $0)
        }
      })
  }

  /// Creates a description of HEVC video from its parameter sets.
  public convenience init(
    hevcParameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: Extensions? = nil
  ) throws {
    let lengthSize = Int32(clamping: nalUnitHeaderLength)
    self.init(
      copying: try withPointers(to: hevcParameterSets) { pointers, sizes in
        try Self.made {
          CMVideoFormatDescriptionCreateFromHEVCParameterSets(
            allocator: nil, parameterSetCount: hevcParameterSets.count, parameterSetPointers: pointers,
            parameterSetSizes: sizes, nalUnitHeaderLength: lengthSize, extensions: extensions?.dictionary,
            formatDescriptionOut: $0)
        }
      })
  }

  fileprivate var parameterSetRecord: ParameterSetRecord? {
    if case .video(let video) = details { video.parameterSets } else { nil }
  }
}

/// Sample entries whose parameter sets may also be in the samples.
private let avc3: CMVideoCodecType = 0x6176_6333
private let hev1: CMVideoCodecType = 0x6865_7631

/// Returns the sets as arrays; `nil` where the arguments are not usable or a set is too long for its 16-bit length
/// field.
private func parameterSets(
  _ count: Int, _ pointers: UnsafePointer<UnsafePointer<UInt8>>, _ sizes: UnsafePointer<Int>, lengthSize: Int32
) -> [[UInt8]]? {
  guard count > 0, [1, 2, 4].contains(lengthSize) else { return nil }
  let sets = (0..<count).map { [UInt8](UnsafeBufferPointer(start: pointers[$0], count: max(0, sizes[$0]))) }
  return sets.allSatisfy { (1...Int(UInt16.max)).contains($0.count) } ? sets : nil
}

/// Lends C pointers to each of the sets.
private func withPointers<R>(
  to sets: [Data], _ body: (UnsafePointer<UnsafePointer<UInt8>>, UnsafePointer<Int>) throws -> R
) throws -> R {
  let joined = sets.flatMap { $0 }
  let sizes = sets.map(\.count)
  return try joined.withUnsafeBufferPointer { bytes in
    guard let base = bytes.baseAddress else { throw CMFormatDescription.Error.invalidParameter }
    var offset = 0
    let pointers = sizes.map { size in
      defer { offset += size }
      return base + offset
    }
    return try body(pointers, sizes)
  }
}

/// Makes an `avcC` record (ISO 14496-15, 5.3.3.1.2); `nil` without both kinds of sets, or with more sets than its
/// counts can hold.
private func avcRecord(_ sets: [[UInt8]], _ sequence: SequenceParameterSet, lengthSize: Int32) -> [UInt8]? {
  let sequences = sets.filter { $0[0] & 0x1F == 7 }
  let pictures = sets.filter { $0[0] & 0x1F == 8 }
  guard let first = sequences.first, first.count >= 4, sequences.count < 32, (1...255).contains(pictures.count) else {
    return nil
  }
  var record: [UInt8] = [1, first[1], first[2], first[3], 0xFC | UInt8(lengthSize - 1), 0xE0 | UInt8(sequences.count)]
  sequences.forEach { append($0, to: &record) }
  record.append(UInt8(pictures.count))
  pictures.forEach { append($0, to: &record) }
  if SequenceParameterSet.profilesWithChromaFormat.contains(UInt32(first[1])) {
    // No extensions of sequence parameter sets follow.
    record += [
      0xFC | sequence.chromaFormat, 0xF8 | sequence.extraLumaDepth, 0xF8 | sequence.extraChromaDepth, 0,
    ]
  }
  return record
}

/// Makes an `hvcC` record (ISO 14496-15, 8.3.3.1.2); `nil` without video, sequence and picture sets.
///
/// Profile, tier, level, chroma format and depths come from the sequence set (H.265 7.3.2.2, 7.3.3). Segmentation,
/// parallelism and frame rate are given as unknown (0), which the standard allows.
private func hevcRecord(_ sets: [[UInt8]], _ sequence: SequenceParameterSet, lengthSize: Int32) -> [UInt8]? {
  let kinds: [UInt8] = [32, 33, 34]
  let groups = kinds.map { kind in sets.filter { $0[0] >> 1 & 0x3F == kind } }
  guard groups.allSatisfy({ (1...255).contains($0.count) }), let first = groups[1].first else { return nil }
  var reader = RBSPReader(first.dropFirst(2))
  guard reader.skip(4), let subLayers = reader.bits(3), let isNested = reader.bits(1) else { return nil }
  var record: [UInt8] = [1]
  for _ in 0..<12 {
    guard let byte = reader.bits(8) else { return nil }
    record.append(UInt8(byte))
  }
  let layers = UInt8(subLayers + 1) << 3 | UInt8(isNested) << 2
  record += [0xF0, 0, 0xFC, 0xFC | sequence.chromaFormat]
  record += [0xF8 | sequence.extraLumaDepth, 0xF8 | sequence.extraChromaDepth, 0, 0]
  record += [layers | UInt8(lengthSize - 1), UInt8(kinds.count)]
  for (kind, group) in zip(kinds, groups) {
    record += [0x80 | kind, 0, UInt8(group.count)]
    group.forEach { append($0, to: &record) }
  }
  return record
}

private func append(_ set: [UInt8], to record: inout [UInt8]) {
  record += [UInt8(set.count >> 8), UInt8(set.count & 0xFF)]
  record += set
}

private func create(
  _ codec: CMVideoCodecType, _ sequence: SequenceParameterSet, atom: String, _ record: [UInt8],
  extensions: CFDictionary?, _ out: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  let merged = (extensions?.mutableCopy() as? NSMutableDictionary) ?? NSMutableDictionary()
  merged[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = NSDictionary(
    dictionary: [atom: NSData(data: Data(record))])
  return CMVideoFormatDescriptionCreate(
    allocator: nil, codecType: codec, width: Int32(sequence.width), height: Int32(sequence.height),
    extensions: merged, formatDescriptionOut: out)
}

private func parameterSet(
  of description: CMFormatDescription, at index: Int, _ pointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ sizeOut: UnsafeMutablePointer<Int>?, _ countOut: UnsafeMutablePointer<Int>?,
  _ headerLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard let record = description.parameterSetRecord else { return kCMFormatDescriptionError_ValueNotAvailable }
  countOut?.pointee = record.sets.count
  headerLengthOut?.pointee = Int32(record.nalUnitHeaderLength)
  if pointerOut == nil, sizeOut == nil { return noErr }
  guard record.sets.indices.contains(index) else { return kCMFormatDescriptionError_InvalidParameter }
  pointerOut?.pointee = record.sets[index].baseAddress
  sizeOut?.pointee = record.sets[index].count
  return noErr
}
