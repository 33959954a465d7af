import CoreGraphics
import MediaInterop
import MediaSupport

extension PlanePainter {
  /// Creates the painter of one plane of a layer.
  ///
  /// - Parameter canvas: the format of the pictures that are drawn on.
  /// - Throws: `MediaError` if there is no memory for the layer's opacity.
  init(of layer: LayerSource.Prepared, plane: Int, on canvas: PictureFormat) throws {
    let grid = PlaneGrid(canvas, plane: plane)
    let alpha = try layer.picture.format.hasAlpha ? Self.alpha(of: layer.picture, grid) : nil
    self.init(
      PlaneMemory(layer.picture, plane: plane, as: Sample.self), alpha: alpha,
      most: UInt32(1) << canvas.format.bitsPerComponent - 1,
      PlaneMap(layer.place.transform.inverted(), canvas: grid, picture: grid),
      LayerCoverage(layer.place, grid, width: canvas.width, height: canvas.height), opacity: layer.place.opacity)
  }

  /// Returns a picture's opacity for each sample of a grid: the mean over the luma samples that it belongs to (VC-23).
  private static func alpha(of picture: Picture, _ grid: PlaneGrid) throws -> PlaneMemory<Sample> {
    let whole = PlaneMemory(picture, plane: alphaPlane, as: Sample.self)
    if grid.log2Width == 0, grid.log2Height == 0 { return whole }
    let (across, down) = (1 << grid.log2Width, 1 << grid.log2Height)
    let (width, height) = ((picture.width + across - 1) / across, (picture.height + down - 1) / down)
    let storage = try PictureStorage.picture(
      format: Sample.bitWidth > 8 ? .gray16 : .gray8, width: width, height: height)
    let means = PlaneMemory(storage, plane: 0, as: Sample.self)
    for y in 0..<height {
      for x in 0..<width {
        let rows = (y * down)..<min((y + 1) * down, picture.height)
        let columns = (x * across)..<min((x + 1) * across, picture.width)
        var sum = 0
        for row in rows { for column in columns { sum += Int(whole.row(row)[column]) } }
        let count = rows.count * columns.count
        means.row(y)[x] = Sample((sum + count / 2) / count)
      }
    }
    return means
  }

  /// The index of the plane for opacity: libavutil's fourth.
  private static var alphaPlane: Int { 3 }
}

extension PlaneMemory where Sample: FixedWidthInteger {
  init(_ picture: Picture, plane: Int, as type: Sample.Type) {
    let size = Self.size(of: PictureFormat(picture), plane: plane)
    self.init(
      base: picture.planes[plane].base.assumingMemoryBound(to: type),
      stride: picture.planes[plane].stride / MemoryLayout<Sample>.stride, width: size.width, height: size.height,
      owner: picture.owner)
  }

  /// Returns the columns and rows of a plane.
  static func size(of format: PictureFormat, plane: Int) -> (width: Int, height: Int) {
    (
      format.format.bytesPerRow(width: format.width, plane: plane) / MemoryLayout<Sample>.stride,
      format.format.rowCount(height: format.height, plane: plane)
    )
  }
}
