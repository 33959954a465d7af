/// A width and a height in pixels, written `1280x720`.
public struct PictureSize: Sendable, Hashable, Codable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The longest edge, in pixels. H.264's largest level (6.2) ends below it.
  static let largestEdge = 16384

  /// Reads a size as it is written. The text is two edges from 2 to 16384 pixels, with an `x` between them.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    let edges = text.split(whereSeparator: { $0 == "x" || $0 == "X" || $0 == "×" }).map { Int($0) }
    guard edges.count == 2, let width = edges[0], let height = edges[1],
      (2...Self.largestEdge).contains(width), (2...Self.largestEdge).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// The size that pictures are to have as displayed, written `1280x720` or `720p`.
public enum PictureExtent: Sendable, Hashable, Codable {
  case size(PictureSize)
  /// The length of the shorter edge, whichever way the picture is held. The other follows from the picture's shape.
  case lines(Int)

  /// Reads a size as it is written. The text is two edges, or the shorter one and a `p`, from 2 to 16384 pixels.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    if let size = PictureSize(argument: text) {
      self = .size(size)
    } else if let last = text.last, "pP".contains(last), let lines = Int(text.dropLast()),
      (2...PictureSize.largestEdge).contains(lines)
    {
      self = .lines(lines)
    } else {
      return nil
    }
  }
}
