internal import AVFoundation
internal import Foundation

/// A picture in the graphics protocol of the kitty terminal.
enum KittyPicture {
  /// The number of characters in a part of a picture. A picture has as many parts as it needs.
  private static let partLength = 4096
  /// The number of all pictures. With the same number, each picture replaces the one before.
  private static let number = 1

  /// - Parameters:
  ///   - columns: the number of columns of cells that the picture fills.
  ///   - rows: the number of rows of cells that the picture fills.
  static func text(_ grid: PictureGrid, columns: Int, rows: Int) -> String {
    let bytes = grid.points.flatMap { [$0.red, $0.green, $0.blue] }
    let data = Array(Data(bytes).base64EncodedString().utf8)
    var text = ""
    for start in stride(from: 0, to: max(1, data.count), by: partLength) {
      let end = min(data.count, start + partLength)
      let hasMore = end < data.count ? 1 : 0
      // The picture is RGB of 24 bits, shown at once. The cursor stays, and the terminal sends no answer.
      let keys =
        start == 0
        ? "a=T,f=24,s=\(grid.columns),v=\(grid.rows),c=\(columns),r=\(rows),i=\(number),p=\(number),q=2,C=1,m=\(hasMore)"
        : "m=\(hasMore)"
      text += "\u{1B}_G\(keys);" + String(decoding: data[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return text
  }
}
