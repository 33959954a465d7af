internal import MediaSupport

/// The arrangement of a track's pictures before they are encoded.
struct PictureArrangement: Sendable, Hashable {
  /// The turn of the stored pictures, whose matrix is not written, or nil if they keep it.
  var turn: PictureTurn?
  /// The layout of the turned pictures, or nil if all of each is encoded, and nothing else.
  var layout: PictureLayout?
  /// The edits, with the sizes and places that were found for this source.
  var edits = PictureEdits()
  /// A Boolean value that says whether the source's pictures are scaled.
  var isScaled = false

  /// The rows that have to stay together so that each field keeps its rows: of luma, and of chroma that has half as
  /// many.
  static let fieldStep = 4

  /// A Boolean value that says whether every pixel stays where it is in the picture.
  var leavesPlaces: Bool { turn == nil && layout == nil && !isScaled }

  /// A Boolean value that says whether rows of one field are moved into the other field, or are mixed with its rows.
  var breaksFields: Bool {
    if let turn, !turn.isNone { return true }
    guard let layout else { return false }
    return layout.part.y % Self.fieldStep != 0 || layout.place.y % Self.fieldStep != 0
      || layout.place.height != layout.part.height
  }
}
