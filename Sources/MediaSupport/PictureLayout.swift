/// A layout of pictures: the part that is shown of each, and its position on a canvas. A pure value.
///
/// Lengths are in luma samples, and positions are counted from the upper left.
package struct PictureLayout: Sendable, Hashable {
  package struct Size: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  package struct Rectangle: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package init(_ size: Size) { self.init(width: size.width, height: size.height) }

    package var size: Size { Size(width: width, height: height) }
  }

  /// Red, green and blue in the encoded values of the pictures, from 0 to 1.
  package struct Color: Sendable, Hashable {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(red: Double = 0, green: Double = 0, blue: Double = 0) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  /// The size of the pictures to which `part` refers. For pictures of another size, the same share is shown.
  package var source: Size
  /// The part of the pictures that is shown.
  package var part: Rectangle
  package var canvas: Size
  /// The position of the part on the canvas, to whose size it is scaled.
  package var place: Rectangle
  /// The colour of the rest of the canvas.
  package var background = Color()

  /// A Boolean value that says whether pictures stay where they are in their own size.
  package var leavesPlaces: Bool { part == Rectangle(source) && place == part && canvas == source }

  /// Creates the layout for cutting out a part.
  package init(_ part: Rectangle, of source: Size) {
    (self.source, self.part) = (source, part)
    (canvas, place) = (part.size, Rectangle(part.size))
  }
}
