/// The matrix of a movie or a track (ISO 14496-12 8.2.2): `a b u / c d v / tx ty w` in 16.16 fixed point,
/// with `u`, `v` and `w` in 2.30.
///
/// The raw numbers are kept, so that a copied matrix has the same bits.
package struct TransformMatrix: Hashable, Sendable {
  /// The nine numbers in file order.
  package private(set) var a, b, u, c, d, v, tx, ty, w: Int32

  package static let identity = TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates an affine transform; each number is rounded to 1/65536 and held within 16 bits before the point.
  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    func fixed(_ value: Double) -> Int32 {
      value.isNaN ? 0 : Int32(max(Double(Int32.min), min(Double(Int32.max), (value * 65536).rounded())))
    }
    (self.a, self.b, u) = (fixed(a), fixed(b), 0)
    (self.c, self.d, v) = (fixed(c), fixed(d), 0)
    (self.tx, self.ty, w) = (fixed(tx), fixed(ty), 1 << 30)
  }

  init(_ reader: inout ByteReader) throws {
    (a, b, u) = (try reader.i32(), try reader.i32(), try reader.i32())
    (c, d, v) = (try reader.i32(), try reader.i32(), try reader.i32())
    (tx, ty, w) = (try reader.i32(), try reader.i32(), try reader.i32())
  }

  func write(to writer: inout ByteWriter) {
    for number in [a, b, u, c, d, v, tx, ty, w] { writer.i32(number) }
  }

  /// The affine part as real numbers: a, b, c, d, tx, ty.
  package var affine: (a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    func real(_ value: Int32) -> Double { Double(value) / 65536 }
    return (real(a), real(b), real(c), real(d), real(tx), real(ty))
  }
}
