/// The files that thumbnails were written to, and the time of each picture.
public struct ThumbnailResult: Sendable, Hashable {
  /// One picture.
  public struct Picture: Sendable, Hashable {
    /// The time that was asked for, on the source's timeline.
    public var requested: ExactTime
    /// The time of the picture.
    public var at: ExactTime
    /// The path of its file, which may be a sheet of several pictures.
    public var path: String
    /// The position of the picture in the file, in pixels from the top left, and its size.
    public var x = 0
    public var y = 0
    public var width: Int
    public var height: Int
  }

  /// The user's name for the input.
  public var input: String
  public var pictures: [Picture] = []
  /// The path of the WebVTT file, or nil if there is none.
  public var index: String?

  /// The paths of the files, in order.
  public var paths: [String] {
    var paths: [String] = []
    for picture in pictures where picture.path != paths.last { paths.append(picture.path) }
    return paths + [index].compactMap { $0 }
  }
}

extension ThumbnailResult {
  /// The document of `avwrite thumbnails --json`; `Schemas/thumbnails.schema.json` describes it.
  package var document: String {
    let object: JSON = [
      "v": 1, "type": "thumbnails", "input": JSON(input), "pictures": .array(pictures.map(\.json)),
      "index": JSON(index),
    ]
    return object.withoutNulls.document
  }

  /// The paths of the files, one a line.
  package var text: String { paths.printableText }
}

extension ThumbnailResult.Picture {
  fileprivate var json: JSON {
    [
      "at": JSON(at), "requested": JSON(requested), "path": JSON(path), "x": JSON(x), "y": JSON(y),
      "width": JSON(width), "height": JSON(height),
    ]
  }
}
