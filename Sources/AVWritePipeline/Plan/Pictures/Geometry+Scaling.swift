extension Geometry {
  /// Returns the same picture at a wanted displayed size, with square pixels unless the source's size stays.
  func scaled(to size: VideoChoice.Size) -> Geometry {
    switch size {
    case .exactly(.size(let size)): scaled(displayedWidth: size.width, displayedHeight: size.height)
    case .exactly(.lines(let lines)): scaled(toLines: lines)
    case .within(.size(let box)): scaled(within: box)
    case .within(.lines(let lines)):
      min(displayed.width, displayed.height) > Double(lines) ? scaled(toLines: lines) : self
    }
  }

  private func scaled(toLines lines: Int) -> Geometry {
    let (shownWidth, shownHeight) = displayed
    let factor = Double(lines) / min(shownWidth, shownHeight)
    // 4:2:0 pictures have even edges.
    func even(_ edge: Double) -> Int { max(2, Int((edge * factor / 2).rounded()) * 2) }
    return scaled(displayedWidth: even(shownWidth), displayedHeight: even(shownHeight))
  }

  private func scaled(within box: PictureSize) -> Geometry {
    let (shownWidth, shownHeight) = displayed
    let factor = min(Double(box.width) / shownWidth, Double(box.height) / shownHeight)
    guard factor < 1 else { return self }
    // 4:2:0 pictures have even edges, and none is longer than the box.
    func even(_ edge: Double, _ limit: Int) -> Int { max(2, min(Int((edge * factor / 2).rounded()) * 2, limit & ~1)) }
    return scaled(displayedWidth: even(shownWidth, box.width), displayedHeight: even(shownHeight, box.height))
  }

  private func scaled(displayedWidth: Int, displayedHeight: Int) -> Geometry {
    var scaled = self
    (scaled.width, scaled.height) =
      isOnItsSide ? (displayedHeight, displayedWidth) : (displayedWidth, displayedHeight)
    scaled.pixelAspect = .square
    // The matrix moves the turned picture back into view by its size as shown, which has changed.
    scaled.transform[4] *= Double(displayedWidth) / displayed.width
    scaled.transform[5] *= Double(displayedHeight) / displayed.height
    return scaled
  }
}
