import MovieFile

/// A sample of 3GPP's timed text: the text's length in bytes, the text, and boxes with styles (3GPP TS 26.245, 5.17).
package enum TimedTextMarkup {
  /// - Parameter description: the track's description. It is `nil` for a sample of QuickTime's text, whose default
  ///   style is not read. The boxes in such a sample may have 3GPP's form if another writer wrote it.
  package static func text(of sample: [UInt8], _ description: TimedTextDescription?) -> StyledText {
    var reader = ByteReader(sample, boxType: TimedTextDescription.type)
    let scalars = Array(TextSample(sample).text.unicodeScalars)
    var settings = [TextSetting](repeating: TextSetting(description?.style), count: scalars.count)
    var lost: Set<LostStyle> = []
    if let count = try? reader.u16(), (try? reader.skip(Int(count))) != nil {
      // Boxes after a damaged one are ignored.
      try? reader.forEachBox { box in
        var body = box.contents
        switch box.type {
        case "styl": try read(&body, into: &settings, description, &lost)
        case "tbox": lost.insert(.position)
        case "krok", "hlit", "hclr": lost.insert(.highlight)
        case "href": lost.insert(.link)
        case "blnk", "dlay": lost.insert(.effect)
        default: break
        }
      }
    }
    // The colour of the track's default style is lost if a text has it.
    if settings.contains(where: { $0.look.color != nil }) { lost.insert(.color) }
    var text = StyledText()
    text.lost = lost
    var start = 0
    while start < scalars.count {
      let end = settings[start...].firstIndex { $0 != settings[start] } ?? settings.endIndex
      var run = String.UnicodeScalarView()
      run.append(contentsOf: scalars[start..<end])
      text.append(String(run), settings[start])
      start = end
    }
    return text
  }

  /// Reads the records of a box, which are in order and do not overlap.
  private static func read(
    _ reader: inout ByteReader, into settings: inout [TextSetting], _ description: TimedTextDescription?,
    _ lost: inout Set<LostStyle>
  ) throws {
    let count = Int(try reader.u16())
    guard reader.remaining != count * quickTimeRecordSize else {
      return try readQuickTime(&reader, count, into: &settings)
    }
    var next = 0
    for _ in 0..<count {
      let (first, end) = (Int(try reader.u16()), Int(try reader.u16()))
      let style = try TimedTextStyle(&reader)
      if let usual = description?.style {
        if style.color != usual.color { lost.insert(.color) }
        if (style.font, style.size) != (usual.font, usual.size) { lost.insert(.font) }
      }
      next = set(TextSetting(style), from: max(first, next), to: end, in: &settings)
    }
  }

  private static let quickTimeRecordSize = 20

  /// Reads QuickTime's records. Each applies up to the character at which the next record begins (Inside Macintosh:
  /// Text, "The Style Scrap").
  private static func readQuickTime(
    _ reader: inout ByteReader, _ count: Int, into settings: inout [TextSetting]
  ) throws {
    var last: (first: Int, setting: TextSetting)?
    var next = 0
    for _ in 0..<count {
      let first = Int(try reader.u32())
      if let last { next = set(last.setting, from: max(last.first, next), to: first, in: &settings) }
      // The line's height and ascent, and the font.
      try reader.skip(6)
      var setting = TextSetting()
      setting.style = StyledText.Style(rawValue: try reader.u8() & 7)
      last = (first, setting)
      // The font's size, and a colour.
      try reader.skip(1 + 2 + 6)
    }
    if let last { _ = set(last.setting, from: max(last.first, next), to: settings.count, in: &settings) }
  }

  /// - Returns: the index at which the next style may begin.
  private static func set(
    _ setting: TextSetting, from first: Int, to end: Int, in settings: inout [TextSetting]
  ) -> Int {
    let end = min(end, settings.count)
    guard first < end else { return min(first, settings.count) }
    for index in first..<end { settings[index] = setting }
    return end
  }

  /// The greatest number of bytes in a text, whose length field has 16 bits.
  private static let longestText = Int(UInt16.max)

  /// Returns whether a text is too long for a sample, so that its end is cut off.
  static func cuts(_ text: StyledText) -> Bool { text.text.utf8.count > longestText }

  /// - Returns: two zero bytes for an empty text, which shows nothing. A text that is too long is cut off.
  package static func sample(of text: StyledText, _ description: TimedTextDescription) -> [UInt8] {
    var (bytes, records): ([UInt8], [(first: Int, end: Int, style: TimedTextStyle)]) = ([], [])
    var position = 0
    spans: for span in text.withoutLooks.spans {
      let first = position
      for scalar in span.text.unicodeScalars {
        let more = Array(String(scalar).utf8)
        guard bytes.count + more.count <= longestText else { break spans }
        bytes += more
        position += 1
      }
      var style = description.style
      style.face = span.style
      if style != description.style { records.append((first, position, style)) }
    }
    var writer = ByteWriter()
    writer.u16(UInt16(clamping: bytes.count))
    writer.append(bytes)
    if !records.isEmpty {
      writer.box("styl") { box in
        box.u16(UInt16(clamping: records.count))
        for record in records.prefix(Int(UInt16.max)) {
          box.u16(UInt16(clamping: record.first))
          box.u16(UInt16(clamping: record.end))
          record.style.write(to: &box)
        }
      }
    }
    return writer.bytes
  }
}

extension TextSetting {
  /// White, which is the colour of text if none is set.
  private static let usualColor: UInt32 = 0xFFFF_FFFF

  fileprivate init(_ style: TimedTextStyle?) {
    guard let style else { return }
    self.style = style.face
    if style.color != Self.usualColor { look.color = TextColor(rgba: style.color) }
  }
}
