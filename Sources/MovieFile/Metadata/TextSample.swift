/// A sample of a text track (QuickTime File Format, "Text Sample Data"; 3GPP TS 26.245, 5.17): a count of bytes, the
/// text, and boxes of style.
package struct TextSample: Hashable, Sendable {
  package var text: String

  /// Reads a sample; a text whose count is larger than the sample ends with the sample.
  package init(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, boxType: "text")
    let stated = (try? reader.u16()).map { Int($0) } ?? 0
    let body = (try? reader.bytes(min(stated, reader.remaining))) ?? []
    if body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE]) {
      let isLittle = body[0] == 0xFF
      let units = stride(from: 2, to: body.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(body[index]), UInt16(body[index + 1]))
        return isLittle ? second << 8 | first : first << 8 | second
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      // 3GPP's form is UTF-8, and most writers of QuickTime's also write UTF-8, although its own encoding is Mac Roman.
      text = String(validating: body, as: UTF8.self) ?? MacRoman.text(body)
    }
  }
}
