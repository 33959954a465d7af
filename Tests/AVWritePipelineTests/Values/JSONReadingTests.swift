import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct JSONReadingTests {
  private static func value(_ generator: inout SeededGenerator, depth: Int = 0) -> JSON {
    switch Int.random(in: 0...(depth < 4 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(.random(in: .min ... .max, using: &generator))
    case 3: return .number(Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &generator)))
    case 4: return .number(Double(Int.random(in: -9...9, using: &generator)) / 4)
    case 5:
      let scalars = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        ["\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "日", "🎬", "\u{2028}", "/", " ", "a"].randomElement(
          using: &generator)!
      }
      return .string(scalars.joined())
    case 6:
      return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(&generator, depth: depth + 1) })
    default:
      return .object(
        (0..<Int.random(in: 0...4, using: &generator)).map {
          JSON.Member(name: "m\($0)", value: value(&generator, depth: depth + 1))
        })
    }
  }

  @Test func `whatever this package writes reads back as the same value, on one line and on several`() {
    var generator = SeededGenerator(seed: 25)
    for _ in 0..<2000 {
      let value = Self.value(&generator)
      #expect(JSON(reading: value.line.utf8) == value, "\(value.line)")
      #expect(JSON(reading: value.document.utf8) == value)
    }
  }

  @Test(arguments: [
    #""\ud83c\udfac\u00e9\b\f\/""#: "🎬é\u{8}\u{c}/", #" "a" "#: "a",
  ])
  func `escapes are those of RFC 8259`(text: String, meaning: String) {
    #expect(JSON(reading: text.utf8) == .string(meaning))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1 2]", "01x", "01", "-00", "+1", ".5", "1.", "--1",
    "-", "1e", "nul",
    "tru", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"",
    "{} {}",
    "[" + String(repeating: "[", count: 100_000),
  ])
  func `what is no JSON is refused, however deep`(text: String) {
    #expect(JSON(reading: text.utf8) == nil)
  }

  @Test func `every line that was cut anywhere is refused, and bytes that are no text too`() {
    let line = #"{"v":1,"type":"x","list":[true,null,1.5e3,"\u00e9\\"],"o":{"a":-12}}"#
    for length in 0..<line.utf8.count { #expect(JSON(reading: line.utf8.prefix(length)) == nil) }
    #expect(JSON(reading: [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]) == nil)
    #expect(JSON(reading: Array(line.utf8))?["o"]?["a"]?.integer() == Int32(-12))
  }
}
