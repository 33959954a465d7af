internal import AVFoundation

/// A sheet of pictures in columns and rows, filled row after row. Where pictures are smaller than the first, or none are
/// left, it is black.
struct ContactSheet {
  private let grid: SheetGrid
  /// The size of a cell of the sheet: that of the first picture.
  private let cell: (width: Int, height: Int)
  /// The rows that have a picture: a grid may have room for many more than there are.
  private var pixels = Data()
  private(set) var count = 0

  private static let bytesPerPixel = 4

  /// - Parameter cell: the size of each picture's place, in pixels.
  init(_ grid: SheetGrid, cell: (width: Int, height: Int)) { (self.grid, self.cell) = (grid, cell) }

  var isFull: Bool { count == grid.count }

  private var bytesPerRow: Int { grid.columns * cell.width * Self.bytesPerPixel }

  /// Adds a picture, which is cropped to its cell.
  ///
  /// - Returns: The place of the picture, in pixels from the top left, and its size.
  mutating func add(_ image: CGImage) -> (x: Int, y: Int, width: Int, height: Int) {
    let (column, row) = (count % grid.columns, count / grid.columns)
    let (x, y) = (column * cell.width, row * cell.height)
    let (width, height) = (min(cell.width, image.width), min(cell.height, image.height))
    // Black, and opaque.
    if column == 0 { pixels.append(Data(count: cell.height * bytesPerRow)) }
    count += 1
    guard let data = image.dataProvider?.data else { return (x, y, width, height) }
    for line in 0..<height {
      let place = (y + line) * bytesPerRow + x * Self.bytesPerPixel
      let source = UnsafeRawBufferPointer(
        start: data.bytes + line * image.bytesPerRow, count: width * Self.bytesPerPixel)
      pixels.withUnsafeMutableBytes { $0[place..<place + source.count].copyBytes(from: source) }
    }
    return (x, y, width, height)
  }

  /// The sheet as an image, cut behind its last row. It has the colours of the pictures on it.
  func image(_ space: CGColorSpace, _ bitmapInfo: CGBitmapInfo) -> CGImage? {
    let rows = (count + grid.columns - 1) / grid.columns
    let columns = min(count, grid.columns)
    guard let provider = CGDataProvider(data: NSData(data: pixels)) else { return nil }
    return CGImage(
      width: columns * cell.width, height: rows * cell.height, bitsPerComponent: 8, bitsPerPixel: 32,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: nil,
      shouldInterpolate: false, intent: .defaultIntent)
  }
}
