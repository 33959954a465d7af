package import MediaSupport

/// `program_config_element()` of AAC (ISO/IEC 14496-3, 4.4.1.1), for channels that no `channelConfiguration` describes.
package struct AACProgramConfig: Hashable, Sendable {
  /// A coded element: one channel, or a pair.
  package struct Element: Hashable, Sendable {
    package var isPair: Bool
    package var tag: UInt8
  }

  /// `element_instance_tag`, `object_type` and `sampling_frequency_index`.
  private var tag: UInt8
  private var objectType: UInt8
  private var sampleRateIndex: UInt8
  package private(set) var front: [Element] = []
  package private(set) var side: [Element] = []
  package private(set) var back: [Element] = []
  /// The tags of the low-frequency elements.
  package private(set) var lowFrequency: [UInt8] = []
  private var associatedData: [UInt8] = []
  /// The coupling channel elements. `isPair` says whether one is independently switched.
  private var coupling: [Element] = []
  private var monoMixdown: UInt8?
  private var stereoMixdown: UInt8?
  /// `matrix_mixdown_idx` and `pseudo_surround_enable`, 3 bits.
  private var matrixMixdown: UInt8?
  private var comment: [UInt8] = []

  package var channels: Int {
    (front + side + back).reduce(lowFrequency.count) { $0 + ($1.isPair ? 2 : 1) }
  }

  /// Reads the element. Its byte alignment counts from the start of the reader's data.
  package init(readingFrom reader: inout BitReader) throws(MediaError) {
    tag = try reader.uint8(4)
    objectType = try reader.uint8(2)
    sampleRateIndex = try reader.uint8(4)
    let frontCount = try reader.int(4)
    let sideCount = try reader.int(4)
    let backCount = try reader.int(4)
    let lowFrequencyCount = try reader.int(2)
    let dataCount = try reader.int(3)
    let couplingCount = try reader.int(4)
    monoMixdown = try reader.bit() ? try reader.uint8(4) : nil
    stereoMixdown = try reader.bit() ? try reader.uint8(4) : nil
    matrixMixdown = try reader.bit() ? try reader.uint8(3) : nil
    front = try Self.elements(frontCount, from: &reader)
    side = try Self.elements(sideCount, from: &reader)
    back = try Self.elements(backCount, from: &reader)
    for _ in 0..<lowFrequencyCount { lowFrequency.append(try reader.uint8(4)) }
    for _ in 0..<dataCount { associatedData.append(try reader.uint8(4)) }
    coupling = try Self.elements(couplingCount, from: &reader)
    reader.align()
    comment = try reader.bytes(try reader.int(8))
  }

  func write(to writer: inout BitWriter) {
    writer.bits(tag, 4)
    writer.bits(objectType, 2)
    writer.bits(sampleRateIndex, 4)
    writer.bits(front.count, 4)
    writer.bits(side.count, 4)
    writer.bits(back.count, 4)
    writer.bits(lowFrequency.count, 2)
    writer.bits(associatedData.count, 3)
    writer.bits(coupling.count, 4)
    for (mixdown, bits) in [(monoMixdown, 4), (stereoMixdown, 4), (matrixMixdown, 3)] {
      writer.bit(mixdown != nil)
      if let mixdown { writer.bits(mixdown, bits) }
    }
    for element in front + side + back { Self.write(element, to: &writer) }
    for tag in lowFrequency + associatedData { writer.bits(tag, 4) }
    for element in coupling { Self.write(element, to: &writer) }
    writer.align()
    writer.bits(comment.count, 8)
    writer.append(comment)
  }

  private static func elements(_ count: Int, from reader: inout BitReader) throws(MediaError) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<count { elements.append(Element(isPair: try reader.bit(), tag: try reader.uint8(4))) }
    return elements
  }

  private static func write(_ element: Element, to writer: inout BitWriter) {
    writer.bit(element.isPair)
    writer.bits(element.tag, 4)
  }
}
