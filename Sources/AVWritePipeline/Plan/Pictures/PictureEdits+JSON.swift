extension PictureEdits {
  /// The edits by the names of their options; null where there are none.
  var json: JSON {
    if isEmpty { return .null }
    let object: JSON = [
      "crop": crop.map { JSON($0.text) } ?? .null, "rotate": rotation.map { JSON($0.degrees) } ?? .null,
      "flip": flip.map { JSON($0.rawValue) } ?? .null, "pad": pad.map { JSON($0.text) } ?? .null,
      "overlay": overlays.isEmpty ? .null : .array(overlays.map { JSON($0.text) }),
    ]
    return object.withoutNulls
  }
}
