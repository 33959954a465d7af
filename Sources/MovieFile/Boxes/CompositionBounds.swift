/// The relation of a track's presentation and decode times: `cslg` (ISO 14496-12 8.6.1.4), in the media's time scale.
package struct CompositionBounds: Hashable, Sendable {
  /// The number to add to presentation times so that none is before its decode time.
  package var compositionToDecodeShift: Int64
  package var leastOffset: Int64
  package var greatestOffset: Int64
  /// The earliest presentation time, and the end of the last presented sample.
  package var start: Int64
  package var end: Int64

  package init(compositionToDecodeShift: Int64, leastOffset: Int64, greatestOffset: Int64, start: Int64, end: Int64) {
    self.compositionToDecodeShift = compositionToDecodeShift
    self.leastOffset = leastOffset
    self.greatestOffset = greatestOffset
    self.start = start
    self.end = end
  }

  init(_ box: Box) throws {
    var reader = box.contents
    let wide = try reader.versionAndFlags().version == 1
    func field() throws -> Int64 { wide ? try reader.i64() : Int64(try reader.i32()) }
    compositionToDecodeShift = try field()
    leastOffset = try field()
    greatestOffset = try field()
    start = try field()
    end = try field()
  }

  func write(to writer: inout ByteWriter) {
    let numbers = [compositionToDecodeShift, leastOffset, greatestOffset, start, end]
    let wide = numbers.contains { Int32(exactly: $0) == nil }
    writer.fullBox("cslg", version: wide ? 1 : 0) { box in
      for number in numbers {
        if wide { box.i64(number) } else { box.i32(Int32(number)) }
      }
    }
  }
}
