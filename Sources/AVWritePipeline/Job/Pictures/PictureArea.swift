/// A rectangle of a picture as it is shown, written `640x480+10+20`: its size, and the position of its upper left
/// corner in pixels. Without a position, as in `640x480`, the rectangle is centred. An aspect ratio, as in `1:1`, may
/// replace the size.
public struct PictureArea: Sendable, Hashable, Codable {
  /// The size of the rectangle, or its shape.
  public enum Extent: Sendable, Hashable, Codable {
    case size(PictureSize)
    /// The ratio of the width to the height.
    case aspect(width: Int, height: Int)
  }

  /// The pixels to the right of the left edge, and below the upper one.
  public struct Place: Sendable, Hashable, Codable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  }

  public var extent: Extent
  /// The place of the upper left corner; nil is in the middle.
  public var place: Place?

  public init(_ extent: Extent, at place: Place? = nil) { (self.extent, self.place) = (extent, place) }

  /// The largest number of an aspect ratio.
  private static let largestRatio = 10_000

  /// Reads a rectangle as it is written. Edges are from 2 to 16384 pixels, the numbers of an aspect ratio from 1 to
  /// 10000, and the place from 0 to 16384 pixels.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: some StringProtocol) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 3 else { return nil }
    if let size = PictureSize(argument: String(parts[0])) {
      extent = .size(size)
    } else {
      let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (1...Self.largestRatio).contains(width), (1...Self.largestRatio).contains(height)
      else { return nil }
      extent = .aspect(width: width, height: height)
    }
    if parts.count == 1 { return }
    guard let x = Int(parts[1]), let y = Int(parts[2]), (0...PictureSize.largestEdge).contains(x),
      (0...PictureSize.largestEdge).contains(y)
    else { return nil }
    place = Place(x: x, y: y)
  }

  /// The rectangle as it is written.
  var text: String {
    let size =
      switch extent {
      case .size(let size): "\(size.width)x\(size.height)"
      case .aspect(let width, let height): "\(width):\(height)"
      }
    return size + (place.map { "+\($0.x)+\($0.y)" } ?? "")
  }
}

/// A larger picture around a picture, written `1280x720`, `1280x720+0+60@white` or `16:9@#202020`: the size of the
/// larger picture, the position of the original one in it, and the colour of the rest.
public struct PicturePad: Sendable, Hashable, Codable {
  public var area: PictureArea
  public var color = PictureColor.black

  public init(_ area: PictureArea, color: PictureColor = .black) { (self.area, self.color) = (area, color) }

  /// Reads an area and a colour as they are written. Without a colour it is black.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let area = PictureArea(argument: first) else { return nil }
    self.area = area
    if parts.count == 1 { return }
    guard let color = PictureColor(argument: parts[1]) else { return nil }
    self.color = color
  }

  /// The area and the colour as they are written.
  var text: String { area.text + (color == .black ? "" : "@" + color.text) }
}
