internal import Bitstreams
public import CoreGraphics

/// Creates a description of H.264 video from its parameter sets, without start codes or lengths.
///
/// The dimensions come from the sequence parameter set, as do the extensions that say the shape of pixels, colours, range,
/// chroma location and depth. The sets go into an `avcC` atom (ISO 14496-15, 5.3.3).
///
/// - Parameter NALUnitHeaderLength: the size in bytes of the length before each NAL unit of the samples: 1, 2 or 4.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` without a sequence and a picture parameter set, for a
///   broken one, or for another length.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard
    let sets = parameterSets(
      parameterSetCount, parameterSetPointers, parameterSetSizes, lengthSize: NALUnitHeaderLength),
    let content = avcContent(sets, lengthSize: NALUnitHeaderLength)
  else { return kCMFormatDescriptionError_InvalidParameter }
  return create(kCMVideoCodecType_H264, content, atom: "avcC", extensions: nil, formatDescriptionOut)
}

/// Creates a description of HEVC video from its parameter sets; see the function for H.264.
///
/// The sets go into an `hvcC` atom (ISO 14496-15, 8.3.3), beside the extensions given, which take the place of those that
/// the sets state.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength NALUnitHeaderLength: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard
    let sets = parameterSets(
      parameterSetCount, parameterSetPointers, parameterSetSizes, lengthSize: NALUnitHeaderLength),
    let content = hevcContent(sets, lengthSize: NALUnitHeaderLength)
  else { return kCMFormatDescriptionError_InvalidParameter }
  return create(kCMVideoCodecType_HEVC, content, atom: "hvcC", extensions: extensions, formatDescriptionOut)
}

/// Returns a parameter set of an H.264 description, valid as long as the description is; sequence sets come before
/// picture sets.
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for another codec or no such set,
///   `kCMFormatDescriptionError_ValueNotAvailable` where the description has no sets.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard NALCodec(sampleEntry: videoDesc.subType) == .h264 else { return kCMFormatDescriptionError_InvalidParameter }
  return parameterSet(
    of: videoDesc, at: parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    NALUnitHeaderLengthOut)
}

/// Returns a parameter set of an HEVC description; see the function for H.264.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard NALCodec(sampleEntry: videoDesc.subType) == .hevc else { return kCMFormatDescriptionError_InvalidParameter }
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

  /// The sets of the `avcC` or `hvcC` atom, in its order, empty if there is none.
  public var parameterSets: ParameterSetCollection {
    ParameterSetCollection(sets: parameterSetRecord?.sets.map { Data($0) } ?? [])
  }

  /// The size in bytes of the length before each NAL unit, or `nil` if there are no parameter sets.
  public var nalUnitHeaderLength: Int? { parameterSetRecord?.nalUnitHeaderLength }

  /// Creates a description of H.264 video from its parameter sets.
  ///
  /// - Throws: `Error.invalidParameter` without a sequence and a picture parameter set, for a set that is empty or
  ///   longer than 65535 bytes, for a first sequence parameter set that cannot be read, for more sets than a record can
  ///   count, for pictures of more than 65535 pixels in a direction, and for another size of the length than 1, 2 or 4
  ///   bytes.
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
  ///
  /// - Throws: `Error.invalidParameter` without a video, a sequence and a picture parameter set, for a set that is
  ///   empty or longer than 65535 bytes, for one that the record needs and that cannot be read, for more sets than a
  ///   record can count, for pictures of more than 65535 pixels in a direction, and for another size of the length than
  ///   1, 2 or 4 bytes.
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

  var parameterSetRecord: ParameterSetRecord? {
    if case .video(let video) = details { video.parameterSets } else { nil }
  }
}

/// Returns the sets as arrays, or `nil` if the arguments are not usable or a set is too long for its 16-bit length
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

/// The record with the parameter sets, and the properties of pictures that they state.
private struct ParameterSetContent {
  let record: [UInt8]
  let width: Int
  let height: Int
  /// The extensions with the properties that the first sequence parameter set states.
  var extensions = CMFormatDescription.Extensions()

  init(_ record: [UInt8], width: Int, height: Int, bitDepth: UInt8, _ usability: VideoUsability?) {
    (self.record, self.width, self.height) = (record, width, height)
    extensions.setBitsPerComponent(bitDepth)
    if let color = usability?.color {
      extensions.setColor(
        primaries: Int32(color.primaries), transfer: Int32(color.transfer), matrix: Int32(color.matrix))
      extensions.setFullRange(color.isFullRange)
    }
    if let location = usability?.chromaLocation { extensions.setChromaLocation(location) }
    if let ratio = usability?.unevenPixelAspectRatio {
      extensions.setPixelAspect(horizontal: UInt32(ratio.horizontal), vertical: UInt32(ratio.vertical))
    }
  }
}

/// Returns the content of sets, with an `avcC` record (ISO 14496-15, 5.3.3.1.2). It is `nil` without both kinds of sets,
/// for broken ones, and for more than their counts can say.
private func avcContent(_ sets: [[UInt8]], lengthSize: Int32) -> ParameterSetContent? {
  func units(_ type: H264NALUnitType) -> [[UInt8]] { sets.filter { H264NALUnitType(header: $0[0]) == type } }
  let sequences = units(.sequenceParameterSet)
  guard let first = sequences.first, let facts = try? H264SequenceParameterSet(nalUnit: first),
    var record = try? AVCConfiguration(
      sequenceParameterSets: sequences, pictureParameterSets: units(.pictureParameterSet)),
    !record.pictureParameterSets.isEmpty
  else { return nil }
  record.lengthSize = Int(lengthSize)
  return ParameterSetContent(
    record.serialized(), width: facts.width, height: facts.height, bitDepth: facts.lumaBitDepth, facts.usability)
}

/// Returns the content of sets, with an `hvcC` record (ISO 14496-15, 8.3.3.1.2). It is `nil` without video, sequence and
/// picture sets, and for broken ones.
private func hevcContent(_ sets: [[UInt8]], lengthSize: Int32) -> ParameterSetContent? {
  guard let first = sets.first(where: { HEVCNALUnitType(header: $0[0]) == .sequenceParameterSet }),
    let facts = try? HEVCSequenceParameterSet(nalUnit: first),
    var record = try? HEVCConfiguration(parameterSets: sets, isComplete: true),
    record.arrays.count == 3
  else { return nil }
  record.lengthSize = Int(lengthSize)
  return ParameterSetContent(
    record.serialized(), width: facts.width, height: facts.height, bitDepth: facts.lumaBitDepth, facts.usability)
}

private func create(
  _ codec: CMVideoCodecType, _ content: ParameterSetContent, atom: String, extensions: CFDictionary?,
  _ out: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  var merged = CMFormatDescription.Extensions(extensions)
  merged.add(content.extensions)
  merged.setAtoms([atom: [Data(content.record)]])
  // Sample entries count with 16 bits.
  guard max(content.width, content.height) <= Int(UInt16.max),
    let description = try? CMFormatDescription(
      videoCodecType: CMFormatDescription.MediaSubType(rawValue: codec), width: content.width, height: content.height,
      extensions: merged)
  else { return kCMFormatDescriptionError_InvalidParameter }
  out.pointee = description
  return noErr
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
