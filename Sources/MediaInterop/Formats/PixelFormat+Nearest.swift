internal import CFFmpeg

extension PixelFormat {
  /// Returns the one of several formats that preserves most of this one; `nil` if there is none.
  package func nearest(of formats: [PixelFormat]) -> PixelFormat? {
    let list = formats.map(\.cValue) + [AV_PIX_FMT_NONE]
    let nearest = avcodec_find_best_pix_fmt_of_list(list, libraryFormat.cValue, hasAlpha ? 1 : 0, nil)
    return nearest == AV_PIX_FMT_NONE ? nil : PixelFormat(nearest)
  }
}
