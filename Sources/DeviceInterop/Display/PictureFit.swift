/// The position of a picture on a surface: centred, and as large as its aspect ratio allows. It is a pure value in
/// whole points.
package struct PictureFit: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// - Parameters:
  ///   - shape: the width and the height of the upright picture. Only their ratio matters.
  ///   - area: the surface's size in points.
  ///   - pointShape: the width of a point of the surface relative to its height.
  package init(
    of shape: (width: Double, height: Double), in area: (width: Int, height: Int), pointShape: Double = 1
  ) {
    let (columns, rows) = (Double(area.width), Double(area.height))
    let aspect = shape.width > 0 && shape.height > 0 ? shape.width / shape.height / pointShape : columns / max(1, rows)
    let width = min(columns, rows * aspect)
    self.width = min(area.width, max(min(1, area.width), Int(width.rounded())))
    height = min(area.height, max(min(1, area.height), Int(min(rows, width / aspect).rounded())))
    x = (area.width - self.width) / 2
    y = (area.height - height) / 2
  }
}
