import Bitstreams
import MediaSupport
import MovieFile

/// A writer of the text about a codec's configuration box: a block with the box's type as its name.
///
/// If a record cannot be parsed, its block states the damage, because the rest of the file can still be described.
struct ConfigurationDump {
  let box: OpaqueBox
  let tellsBytes: Bool
  let outline: Outline

  init(_ box: OpaqueBox, tellsBytes: Bool, outline: Outline) {
    self.box = box
    self.tellsBytes = tellsBytes
    self.outline = outline
  }

  func write() {
    outline.block(Notation.code(box.type)) {
      do { try writeRecord() } catch { outline.damage(error) }
    }
  }

  private func writeRecord() throws(MediaError) {
    switch box.type {
    case "avcC": write(try AVCConfiguration(parsing: box.payload))
    case "hvcC": write(try HEVCConfiguration(parsing: box.payload))
    case "av1C": write(try AV1Configuration(parsing: box.payload))
    case "vpcC": write(try VPConfiguration(parsing: box.payload))
    case "esds": write(try ElementaryStreamDescriptor(parsing: box.payload))
    case "alac": write(try ALACConfiguration(parsing: box.payload))
    case "dOps": write(try OpusConfiguration(parsing: box.payload))
    case "dfLa": write(try FLACConfiguration(parsing: box.payload).streamInfo)
    case "dac3": write(try AC3Configuration(parsing: box.payload))
    case "dec3": write(try EAC3Configuration(parsing: box.payload))
    case "chan": write(channelLayout: box.payload)
    case "wave": writeWave()
    default: if tellsBytes { outline.field("payload bytes", box.payload.count) }
    }
  }

  /// Writes the boxes within QuickTime's `wave`.
  private func writeWave() {
    do {
      var count = 0
      try ByteReader(box.payload, boxType: "wave").forEachBox { child in
        count += 1
        // `frma` repeats the coding's name, and a box of type 0 ends the list.
        guard count <= Limits.listItems, child.type != "frma", child.type.rawValue != 0 else { return }
        guard child.type != "wave" else { return }
        ConfigurationDump(child.opaque, tellsBytes: tellsBytes, outline: outline).write()
      }
    } catch {
      outline.damage(error)
    }
  }

  /// Writes Core Audio's layout: a tag, a bitmap and descriptions (QuickTime File Format, "Audio channel layout").
  private func write(channelLayout payload: [UInt8]) {
    var reader = ByteReader(payload, boxType: "chan")
    guard (try? reader.skip(4)) != nil, let tag = try? reader.u32(), let bitmap = try? reader.u32(),
      let descriptions = try? reader.u32()
    else { return outline.field("damage", "it has \(payload.count) bytes") }
    outline.field("tag", Notation.hex(tag, digits: 8))
    if bitmap != 0 { outline.field("bitmap", Notation.hex(bitmap, digits: 8)) }
    if descriptions != 0 { outline.field("descriptions", descriptions) }
  }
}
