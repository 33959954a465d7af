import MovieFile
import TimedText
import Testing

/// The sample entries of 3GPP's and QuickTime's text, field by field.
struct TextDescriptionTests {
  private func payload(_ entry: SampleEntry) -> [UInt8] {
    if case .other(let payload) = entry.fields { payload } else { [] }
  }

  @Test func `the entry of 3GPP has its fields in the order of TS 26.245`() {
    var description = TimedTextDescription(width: 640, height: 60, isForced: true)
    description.horizontalJustification = -1
    description.verticalJustification = 0
    description.backgroundColor = 0x0102_0304
    description.box = TextBox(top: -1, left: 5, bottom: 60, right: 640)
    (description.styleStart, description.styleEnd) = (6, 7)
    description.style.font = 3
    description.style.face = [.bold, .underline]
    description.style.size = 20
    description.style.color = 0xA0B0_C0D0
    description.fonts = [TimedTextFont(number: 1, name: "Sans"), TimedTextFont(number: 3, name: "é")]
    let expected: [UInt8] =
      [0xC0, 0, 0, 0, 0xFF, 0, 1, 2, 3, 4]
      + [0xFF, 0xFF, 0, 5, 0, 60, 2, 128]
      + [0, 6, 0, 7, 0, 3, 5, 20, 0xA0, 0xB0, 0xC0, 0xD0]
      + [0, 0, 0, 22] + Array("ftab".utf8) + [0, 2, 0, 1, 4] + Array("Sans".utf8) + [0, 3, 2] + Array("é".utf8)
    #expect(payload(description.entry) == expected)
    #expect(description.entry.format == "tx3g")
    #expect(TimedTextDescription(expected) == description)
    // A table that is cut has the fonts before the cut; an entry may have none.
    #expect(TimedTextDescription(Array(expected.prefix(30)))?.fonts == [])
    var cut = expected
    cut[33] = 18
    #expect(TimedTextDescription(Array(cut.prefix(48)))?.fonts == [TimedTextFont(number: 1, name: "Sans")])
  }

  @Test func `the entry of QuickTime has its fields in the order of the Movie Toolbox`() {
    var description = QuickTimeTextDescription()
    description.displayFlags = 0x20
    description.justification = -1
    description.backgroundColor = .init(red: 1, green: 2, blue: 0xFFFF)
    description.box = TextBox(top: 1, left: 2, bottom: 60, right: 640)
    description.style.start = 9
    description.style.height = 16
    description.style.ascent = 12
    description.style.font = 3
    description.style.face = 5
    description.style.size = 14
    description.style.color = .init(red: 0x1122, green: 0x3344, blue: 0x5566)
    description.fontName = "Geneva"
    let expected: [UInt8] =
      [0, 0, 0, 0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1, 0, 2, 0xFF, 0xFF]
      + [0, 1, 0, 2, 0, 60, 2, 128]
      + [0, 0, 0, 9, 0, 16, 0, 12, 0, 3, 5, 0, 0, 14, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]
      + [6] + Array("Geneva".utf8)
    #expect(payload(description.entry) == expected)
    #expect(description.entry.format == "text")
    #expect(QuickTimeTextDescription(expected) == description)
    #expect(QuickTimeTextDescription(Array(expected.prefix(41))) == nil)
    for (count, name) in [(42, ""), (43, ""), (45, "Ge")] {
      #expect(QuickTimeTextDescription(Array(expected.prefix(count)))?.fontName == name)
    }
  }
}
