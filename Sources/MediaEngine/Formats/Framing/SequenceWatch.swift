import Bitstreams
import MediaInterop

/// Notices changes of the pictures' sequence within packets that keep their bytes: parameter sets between the
/// length-prefixed units of H.264 and HEVC (as in `avc3` and `hev1`), and AV1's sequence headers.
///
/// A sample entry applies to one sequence (ISO 14496-15, 5.3.3 and 8.3.3; AV1-ISOBMFF 2.3.4). A new picture parameter
/// set alone changes nothing that an entry states.
struct SequenceWatch {
  /// A sequence that begins.
  struct Sequence {
    /// The payload of `avcC`, `hvcC` or `av1C`.
    var record: [UInt8]
    var width: Int
    var height: Int
    var color: CodedColor?
    var pixelAspectRatio: PixelAspectRatio?
  }

  private enum State {
    case units(ParameterSets, lengthSize: Int)
    /// The last header; `nil` before the first one.
    case av1(AV1SequenceHeader?)
  }

  private var state: State

  /// Makes a watch; `nil` for a coding without sequences, and for a record that cannot be parsed.
  init?(_ parameters: CodecParameters) {
    switch parameters.codec {
    case .h264, .hevc:
      guard let (sets, lengthSize) = ParameterSets.recorded(in: parameters) else { return nil }
      state = .units(sets, lengthSize: lengthSize)
    case .av1: state = .av1((try? AV1Configuration(parsing: parameters.extradata))?.facts)
    default: return nil
    }
  }

  /// Returns the sequence that begins with a packet. It is `nil` if the active sequence continues, or if the new
  /// headers cannot be parsed, which the decoder will report.
  mutating func change(in packet: Packet) -> Sequence? {
    guard packet.isKeyFrame else { return nil }
    switch state {
    case .units(let sets, let lengthSize): return change(of: sets, lengthSize, in: packet.bytes)
    case .av1(let header): return change(of: header, in: packet.bytes)
    }
  }

  private mutating func change(
    of known: ParameterSets, _ lengthSize: Int, in bytes: UnsafeRawBufferPointer
  ) -> Sequence? {
    let units = LengthPrefixedUnits(bytes, lengthSize: lengthSize)
    let selection = NALUnitSelection(units, of: bytes, codec: known.codec)
    guard !selection.parameterSets.isEmpty else { return nil }
    let stated = ParameterSets(codec: known.codec, units: selection.parameterSets)
    let sets = stated.completed(by: known)
    state = .units(sets, lengthSize: lengthSize)
    // A record may leave all sets to the samples: the first ones are then no change.
    guard known.hasSequence, stated.changesSequence(of: known), let record = try? sets.record(lengthSize: lengthSize),
      let size = sets.pictureSize
    else { return nil }
    let usability = sets.usability
    return Sequence(
      record: record, width: size.width, height: size.height, color: usability?.color,
      pixelAspectRatio: usability?.pixelAspectRatio)
  }

  private mutating func change(of known: AV1SequenceHeader?, in bytes: UnsafeRawBufferPointer) -> Sequence? {
    guard let record = try? AV1Configuration(sample: [UInt8](bytes)), let header = record.facts, header != known else {
      return nil
    }
    state = .av1(header)
    guard known != nil else { return nil }
    return Sequence(
      record: record.serialized(), width: header.width, height: header.height, color: header.color,
      pixelAspectRatio: nil)
  }
}

extension AV1Configuration {
  fileprivate var facts: AV1SequenceHeader? { try? sequenceHeader() }
}
