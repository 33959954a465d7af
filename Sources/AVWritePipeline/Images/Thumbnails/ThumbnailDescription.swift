/// A description of the thumbnails that are made of a file's pictures.
public struct ThumbnailDescription: Sendable, Hashable {
  /// The times at which pictures are taken, counted from the earliest presented sample.
  public enum Times: Sendable, Hashable {
    /// Pictures at exactly these times.
    case at([TimePoint])
    /// A picture after every interval, from the start on.
    case every(TimePoint)
    /// So many pictures, each from the middle of an equal part.
    case count(Int)
  }

  /// The path, URL or `-` of the input.
  public var input: String
  public var times: Times
  /// The number of images of a sequence that are shown in a second, or nil for an input that is none.
  public var imageRate: FrameRate?
  /// The folder of the files. Nil means the folder of the input, or the current folder for an input that has none.
  public var folder: String?
  /// The beginning of the files' names; nil is the input's name.
  public var name: String?
  public var format = ImageFormat.jpeg
  /// The quality of JPEG and WebP, 0 to 100.
  public var quality = 85
  /// The size that a picture fits in; nil leaves it as it is.
  public var maximumSize: PictureSize?
  /// A Boolean value that says whether pictures are of exactly their times. Otherwise the pictures of an interval are
  /// the nearest ones that can be decoded by themselves, at most half an interval away.
  public var isExact = false
  /// The columns and rows of a sheet of pictures; nil makes a file of each picture.
  public var sheet: SheetGrid?
  /// A Boolean value that says whether a WebVTT file lists which picture is for which time.
  public var writesIndex = false
  /// A Boolean value that says whether existing files are replaced.
  public var replaces = false

  public init(input: String, times: Times) {
    self.input = input
    self.times = times
  }

  /// The greatest number of pictures in one call: a thousand sheets of a thousand.
  public static let mostPictures = 1_000_000
}

/// The columns and rows of a sheet of pictures, written `5x4`.
public struct SheetGrid: Sendable, Hashable {
  public var columns: Int
  public var rows: Int

  /// Reads a grid as it is written. The text is two numbers from 1 to 100, with an `x` between them.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    let numbers = text.split(whereSeparator: { "xX×".contains($0) }).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], (1...100).contains(columns),
      (1...100).contains(rows)
    else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }

  /// The number of pictures on a sheet.
  var count: Int { columns * rows }
}
