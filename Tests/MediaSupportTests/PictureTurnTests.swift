import MediaSupport
import Testing

@Suite struct PictureTurnTests {
  @Test func `a matrix says one of eight turns`() {
    let matrices: [(Double, Double, Double, Double)] = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0), (1, 0, 0, -1),
      (0, 1, 1, 0),
    ]
    let turns = [false, true].flatMap { isMirrored in (0..<4).map { PictureTurn(isMirrored: isMirrored, quarters: $0) }
    }
    for (matrix, turn) in zip(matrices, turns) {
      #expect(PictureTurn(a: matrix.0, b: matrix.1, c: matrix.2, d: matrix.3) == turn)
      #expect(turn.exchangesSides == (matrix.0 == 0))
    }
    #expect(turns.map(\.isNone) == [true] + Array(repeating: false, count: 7))
  }

  @Test func `what is scaled is no matter, and other matrices are no turns`() {
    #expect(PictureTurn(a: 0, b: 2, c: -0.5, d: 0) == PictureTurn(quarters: 1))
    for (a, b, c, d) in [(0.7, 0.7, -0.7, 0.7), (1, 0.1, 0, 1), (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)] {
      #expect(PictureTurn(a: a, b: b, c: c, d: d) == nil)
    }
  }
}
