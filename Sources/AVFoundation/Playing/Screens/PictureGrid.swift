import DeviceInterop

/// A small upright picture as points of colour.
package struct PictureGrid: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
  }

  package let columns: Int
  package let rows: Int
  /// The points, row after row, from the top left.
  package let points: [Point]
  /// The lines of the texts that are shown with it, where they are not drawn over its points.
  package var lines: [String] = []

  package init(columns: Int, rows: Int, points: [Point]) {
    (self.columns, self.rows, self.points) = (columns, rows, points)
  }

  package subscript(column: Int, row: Int) -> Point { points[row * columns + column] }

  /// The points of a picture of that many columns and rows, where it is upright.
  init(_ picture: ScreenPicture) {
    let swaps = picture.orientation.swapsSides
    let (columns, rows) = swaps ? (picture.height, picture.width) : (picture.width, picture.height)
    var points: [Point] = []
    points.reserveCapacity(columns * rows)
    picture.withBytes { bytes, stride in
      for row in 0..<rows {
        for column in 0..<columns {
          let place = picture.pixel(x: (Double(column) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows))
          let pixel = (bytes + place.y * stride + place.x * 4).assumingMemoryBound(to: UInt8.self)
          points.append(Point(red: pixel[2], green: pixel[1], blue: pixel[0]))
        }
      }
    }
    self.init(columns: columns, rows: points.count / max(1, columns), points: points)
  }
}
