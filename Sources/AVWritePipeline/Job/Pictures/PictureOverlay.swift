/// A picture file that is drawn over pictures, written `logo.png@16,16`: its path, and the position of its upper left
/// corner in pixels. A negative position is the distance from the right or the lower edge.
public struct PictureOverlay: Sendable, Hashable, Codable {
  /// A distance from an edge, in pixels.
  public struct Distance: Sendable, Hashable, Codable {
    public var pixels: Int
    /// A Boolean value that says whether the distance is from the right or the lower edge.
    public var isFromEnd: Bool

    public init(_ pixels: Int, fromEnd isFromEnd: Bool = false) { (self.pixels, self.isFromEnd) = (pixels, isFromEnd) }

    fileprivate init?(argument text: Substring) {
      guard let value = Int(text), abs(value) <= PictureSize.largestEdge else { return nil }
      self.init(abs(value), fromEnd: text.hasPrefix("-"))
    }

    fileprivate var text: String { (isFromEnd ? "-" : "") + "\(pixels)" }

    /// Returns the place of something of a length within a longer whole.
    func place(of length: Double, in whole: Double) -> Double {
      isFromEnd ? whole - length - Double(pixels) : Double(pixels)
    }
  }

  public var path: String
  public var x: Distance
  public var y: Distance

  public init(path: String, x: Distance, y: Distance) { (self.path, self.x, self.y) = (path, x, y) }

  /// Reads a picture and its place as they are written. The text is a path, an `@`, and two distances with a comma
  /// between them, each from -16384 to 16384 pixels.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    guard let separator = text.lastIndex(of: "@") else { return nil }
    let numbers = text[text.index(after: separator)...].split(separator: ",", omittingEmptySubsequences: false)
    guard separator != text.startIndex, numbers.count == 2, let x = Distance(argument: numbers[0]),
      let y = Distance(argument: numbers[1])
    else { return nil }
    self.init(path: String(text[..<separator]), x: x, y: y)
  }

  /// The path and the place as they are written.
  var text: String { "\(path)@\(x.text),\(y.text)" }
}
