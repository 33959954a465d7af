import MediaSupport

/// Converts pictures of one format and size to another with zimg, or with swscale if zimg does not support a format.
///
/// Colour properties that the destination leaves open are the source's. Primaries and transfer function are converted
/// only if both ends state them and they differ: white of standard range is 203 cd/m² of high dynamic range, and light
/// that the destination cannot represent is clipped, not tone-mapped. If no matrix is stated, pictures of up to 576
/// rows count as BT.601, and larger ones as BT.709. Interlaced pictures are converted as whole frames. Use one
/// converter for each thread: it keeps its working memory from picture to picture.
package final class PictureConverter {
  package enum Filter: Sendable, Hashable {
    case nearest, bilinear, bicubic, lanczos
  }

  /// The part of the source that fills the whole destination, in luma samples with fractions.
  package struct Region: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    package init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  package let source: PictureFormat
  /// The destination with all open properties filled in, which is the colour of the converted pictures.
  package let destination: PictureFormat

  private enum Way {
    case zimg(ZimgGraph, Ends)
    case swscale(SwscaleGraph)
  }

  /// The memory layouts of both ends, and planar pictures for the ends that zimg cannot access directly.
  private struct Ends {
    var source: ComponentLayout
    var planarSource: ComponentLayout
    var destination: ComponentLayout
    var planarDestination: ComponentLayout
    var unpacked: Picture?
    var unpackedResult: Picture?
  }

  private var way: Way
  /// Planes for the ends whose formats the libraries do not know.
  private var knownSource: Picture?
  private var knownResult: Picture?

  /// - Throws: `MediaError(.unsupportedSettings)` for formats that neither library converts, sizes that are not
  ///   positive, and a region that is not inside the source.
  package init(
    from source: PictureFormat, to destination: PictureFormat, region: Region? = nil, filter: Filter = .bicubic
  ) throws {
    let sides = [source.width, source.height, destination.width, destination.height]
    guard sides.allSatisfy({ (1...Self.largestSide).contains($0) }) else {
      throw MediaError(
        .unsupportedSettings, .processing,
        "pictures cannot be scaled from \(source.width)×\(source.height) to \(destination.width)×\(destination.height)")
    }
    if let region {
      let isInside =
        region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
        && region.x + region.width <= Double(source.width) && region.y + region.height <= Double(source.height)
      guard isInside else {
        throw MediaError(
          .unsupportedSettings, .processing, "the region is not inside \(source.width)×\(source.height)")
      }
    }
    try LoadedLibrary.zimg.require(.processing)
    self.source = source
    self.destination = destination.completed(from: source)
    let (known, wanted) = (source.unpacked, self.destination.unpacked)
    if let way = Self.zimg(from: known, to: wanted, region: region, filter: filter) {
      self.way = way
    } else if region == nil {
      way = .swscale(try SwscaleGraph(from: known, to: wanted, filter: filter))
    } else {
      throw MediaError(
        .unsupportedSettings, .processing, "no part can be cut from pictures of \(source.format) by \(source.width)")
    }
  }

  private static let largestSide = 65536

  /// Converts one picture into the caller's memory; the planes must not overlap.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for pictures that are not of the two formats and sizes.
  package func convert(_ picture: Picture, into result: Picture) throws {
    guard Self.fits(picture, source), Self.fits(result, destination) else {
      throw MediaError(.invalidOperation, .processing, "the pictures are not of the converter's formats")
    }
    let input = try known(picture)
    guard let packing = destination.format.packing else { return try process(input, into: result) }
    let planar = try knownResult ?? Self.planar(destination, destination.format.libraryFormat)
    knownResult = planar
    try process(input, into: planar)
    packing.pack(planar, into: result)
  }

  /// Returns a picture as the libraries see it.
  private func known(_ picture: Picture) throws -> Picture {
    guard let packing = source.format.packing else { return picture }
    let planar = try knownSource ?? Self.planar(source, source.format.libraryFormat)
    knownSource = planar
    packing.unpack(picture, into: planar)
    return planar
  }

  /// Converts a picture, both ends as the libraries see them.
  private func process(_ picture: Picture, into result: Picture) throws {
    switch way {
    case .swscale(let graph): try graph.process(picture, into: result)
    case .zimg(let graph, var ends):
      var input = picture
      if !ends.source.isReadable(picture) {
        let planar = try ends.unpacked ?? Self.planar(source, ends.planarSource.format)
        ends.unpacked = planar
        ends.source.unpack(picture, into: planar)
        input = planar
      }
      var output = result
      if !ends.destination.isReadable(result) {
        output = try ends.unpackedResult ?? Self.planar(destination, ends.planarDestination.format)
        ends.unpackedResult = output
      }
      try graph.process(input, ends.planarSource, into: output, ends.planarDestination)
      if !ends.destination.isReadable(result) { ends.destination.pack(output, into: result) }
      if !source.format.hasAlpha { ends.destination.fillAlpha(of: result) }
      way = .zimg(graph, ends)
    }
  }

  /// Converts one picture into new memory.
  package func convert(_ picture: Picture) throws -> Picture {
    let result = try PictureStorage.picture(
      format: destination.format, width: destination.width, height: destination.height, color: destination.color,
      fieldOrder: picture.fieldOrder)
    try convert(picture, into: result)
    return result
  }

  private static func fits(_ picture: Picture, _ format: PictureFormat) -> Bool {
    picture.format == format.format && picture.width == format.width && picture.height == format.height
      && picture.planes.count >= format.format.planeCount
  }

  private static func planar(_ picture: PictureFormat, _ format: PixelFormat) throws -> Picture {
    try PictureStorage.picture(format: format, width: picture.width, height: picture.height)
  }

  private static func zimg(
    from source: PictureFormat, to destination: PictureFormat, region: Region?, filter: Filter
  ) -> Way? {
    guard let sourceLayout = ComponentLayout(source.format),
      let destinationLayout = ComponentLayout(destination.format),
      let planarSource = sourceLayout.planarFormat.flatMap(ComponentLayout.init),
      let planarDestination = destinationLayout.planarFormat.flatMap(ComponentLayout.init),
      let graph = ZimgGraph(
        from: source, planarSource, region: region, to: destination, planarDestination, filter: filter)
    else { return nil }
    return .zimg(
      graph,
      Ends(
        source: sourceLayout, planarSource: planarSource, destination: destinationLayout,
        planarDestination: planarDestination))
  }
}

extension ComponentLayout {
  /// Returns whether zimg can use the picture where it is: a component a plane, rows aligned for its vector code.
  fileprivate func isReadable(_ picture: Picture) -> Bool {
    components.allSatisfy(\.isPlane)
      && picture.planes.allSatisfy {
        Int(bitPattern: $0.base) % ZimgGraph.alignment == 0 && $0.stride % ZimgGraph.alignment == 0
      }
  }
}
