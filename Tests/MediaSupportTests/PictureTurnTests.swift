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

  private static let all = [false, true].flatMap { isMirrored in
    (0..<4).map { PictureTurn(isMirrored: isMirrored, quarters: $0) }
  }

  @Test func `turns follow each other as their matrices do, and are undone`() {
    for first in Self.all {
      let m = first.linear
      #expect(PictureTurn(a: m.a, b: m.b, c: m.c, d: m.d) == first)
      #expect(first.followed(by: first.inverse).isNone && first.inverse.followed(by: first).isNone)
      for next in Self.all {
        let n = next.linear
        let both = PictureTurn(
          a: n.a * m.a + n.c * m.b, b: n.b * m.a + n.d * m.b, c: n.a * m.c + n.c * m.d, d: n.b * m.c + n.d * m.d)
        #expect(first.followed(by: next) == both, "\(first) \(next)")
      }
    }
  }

  @Test func `a part is turned with its picture`() {
    let size = PictureLayout.Size(width: 100, height: 60)
    let part = PictureLayout.Rectangle(x: 10, y: 5, width: 30, height: 20)
    for turn in Self.all {
      let (m, turned) = (turn.linear, turn.turned(size))
      #expect(turned == (turn.exchangesSides ? .init(width: 60, height: 100) : size))
      // The picture's middle stays the middle.
      func place(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
        let (x, y) = (Double(x) - 50, Double(y) - 30)
        return (m.a * x + m.c * y + Double(turned.width) / 2, m.b * x + m.d * y + Double(turned.height) / 2)
      }
      let corners = [place(10, 5), place(40, 25)]
      let moved = turn.turned(part, in: size)
      #expect(Double(moved.x) == corners.map(\.x).min() && Double(moved.y) == corners.map(\.y).min())
      #expect(moved.size == turn.turned(part.size))
      #expect(turn.inverse.turned(moved, in: turned) == part)
    }
  }

  @Test func `what is scaled is no matter, and other matrices are no turns`() {
    #expect(PictureTurn(a: 0, b: 2, c: -0.5, d: 0) == PictureTurn(quarters: 1))
    for (a, b, c, d) in [(0.7, 0.7, -0.7, 0.7), (1, 0.1, 0, 1), (0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)] {
      #expect(PictureTurn(a: a, b: b, c: c, d: d) == nil)
    }
  }
}
