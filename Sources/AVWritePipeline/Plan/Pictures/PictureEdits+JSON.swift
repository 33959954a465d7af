extension PictureEdits {
  /// The edits by the names of their options; null where there are none.
  var json: JSON {
    if isEmpty { return .null }
    let object: JSON = [
      "crop": JSON(crop?.text), "rotate": JSON(rotation?.degrees),
      "flip": JSON(flip?.rawValue), "pad": JSON(pad?.text),
      "overlay": overlays.isEmpty ? .null : .array(overlays.map { JSON($0.text) }),
    ]
    return object.withoutNulls
  }
}
