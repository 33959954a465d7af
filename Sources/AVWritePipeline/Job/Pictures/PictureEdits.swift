internal import MediaSupport

/// The changes to what pictures show, in the order in which they are made. All places are those of the picture as it is
/// shown at that point.
public struct PictureEdits: Sendable, Hashable, Codable {
  /// A rotation by degrees, clockwise.
  public enum Rotation: String, Sendable, Hashable, Codable, CaseIterable {
    case quarter = "90"
    case half = "180"
    case threeQuarters = "270"

    var degrees: Int { 90 * turn.quarters }

    fileprivate var turn: PictureTurn {
      switch self {
      case .quarter: PictureTurn(quarters: 1)
      case .half: PictureTurn(quarters: 2)
      case .threeQuarters: PictureTurn(quarters: 3)
      }
    }
  }

  /// An exchange of left and right, or of top and bottom.
  public enum Flip: String, Sendable, Hashable, Codable, CaseIterable {
    case horizontal, vertical

    fileprivate var turn: PictureTurn { PictureTurn(isMirrored: true, quarters: self == .horizontal ? 0 : 2) }
  }

  /// The part that is kept; all of the picture when nil.
  public var crop: PictureArea?
  /// The rotation; none when nil.
  public var rotation: Rotation?
  /// The flip; none when nil.
  public var flip: Flip?
  // A size that is asked for (`VideoChoice.size`) comes here.
  /// The larger picture around it; none when nil.
  public var pad: PicturePad?
  /// The pictures that are drawn over it, the lowest first.
  public var overlays: [PictureOverlay] = []

  public init() {}

  var isEmpty: Bool { self == PictureEdits() }

  /// The edits that a track's matrix can say, so that no picture has to be encoded.
  var ofMatrix: PictureEdits {
    var edits = PictureEdits()
    (edits.rotation, edits.flip) = (rotation, flip)
    return edits
  }

  /// A Boolean value that says whether something is drawn besides the source's pictures, which are opaque then.
  var draws: Bool { pad != nil || !overlays.isEmpty }

  /// The rotation and then the flip.
  var turn: PictureTurn {
    (rotation?.turn ?? PictureTurn(quarters: 0)).followed(by: flip?.turn ?? PictureTurn(quarters: 0))
  }

  /// An edit: the name of its option, and its value in words.
  typealias Line = (option: String, text: String)

  /// The edits in words, in their order.
  var lines: [Line] {
    var lines: [Line] = []
    if let crop { lines.append(("crop", "cropped to \(crop.text)")) }
    if let rotation { lines.append(("rotate", "rotated by \(rotation.degrees) degrees")) }
    if let flip { lines.append(("flip", "flipped \(flip == .horizontal ? "horizontally" : "vertically")")) }
    if let pad { lines.append(("pad", "padded to \(pad.text)")) }
    lines += overlays.map { (option: "overlay", text: "under \($0.text)") }
    return lines
  }

  /// The options of the edits, as the reason for a change.
  var reason: String {
    var options: [String] = []
    for line in lines where !options.contains("--" + line.option) { options.append("--" + line.option) }
    return options.joined(separator: ", ")
  }
}
