internal import CZimg
import MediaSupport

/// zimg's conversion from one planar format to another, and the working memory that it asks for.
final class ZimgGraph {
  private let graph: OpaquePointer
  private let workspace: UnsafeMutableRawBufferPointer

  /// The required alignment of bases and strides, for zimg's vector code without AVX-512.
  static let alignment = 32

  /// The parameters of swscale's bicubic filter, so that pictures scaled by both can be compared: B 0, C 0.6.
  private static let bicubic = (b: 0.0, c: 0.6)

  /// Builds the graph; `nil` for a conversion that zimg cannot express. Both formats are planar.
  init?(
    from source: PictureFormat, _ sourceLayout: ComponentLayout, region: PictureConverter.Region?,
    to destination: PictureFormat, _ destinationLayout: ComponentLayout, filter: PictureConverter.Filter
  ) {
    // Colours are converted only if both ends state them and they differ; otherwise everything keeps its tags.
    let convertsColor = destination.color.isOtherLight(than: source.color)
    let keepsAlpha = source.format.hasAlpha && destination.format.hasAlpha
    var input = Self.format(source, sourceLayout, convertsColor: convertsColor, hasAlpha: keepsAlpha)
    var output = Self.format(destination, destinationLayout, convertsColor: convertsColor, hasAlpha: keepsAlpha)
    if let region { czimg_set_active_region(&input, region.x, region.y, region.width, region.height) }

    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, czimg_api_version)
    parameters.resample_filter = filter.cValue
    parameters.resample_filter_uv = filter.cValue
    if filter == .bicubic {
      (parameters.filter_param_a, parameters.filter_param_b) = Self.bicubic
      (parameters.filter_param_a_uv, parameters.filter_param_b_uv) = Self.bicubic
    }
    // Lost bits are dithered with a fixed pattern, because gradients would show steps otherwise. Error diffusion would
    // take longer than the scaling, and a pattern costs encoders less than noise.
    if convertsColor, source.color.isHighRange != destination.color.isHighRange {
      parameters.nominal_peak_luminance = ColorDescription.standardWhite
    }
    let losesBits = destinationLayout.depth < sourceLayout.depth
    parameters.dither_type = losesBits ? ZIMG_DITHER_ORDERED : ZIMG_DITHER_NONE
    guard let graph = zimg_filter_graph_build(&input, &output, &parameters) else { return nil }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS else {
      zimg_filter_graph_free(graph)
      return nil
    }
    self.graph = graph
    workspace = .allocate(byteCount: max(1, size), alignment: PictureStorage.alignment)
    LiveObjects.increment()
  }

  deinit {
    zimg_filter_graph_free(graph)
    workspace.deallocate()
    LiveObjects.decrement()
  }

  /// Runs the graph over whole pictures of its two formats.
  func process(
    _ source: Picture, _ sourceLayout: ComponentLayout, into destination: Picture, _ destinationLayout: ComponentLayout
  ) throws {
    var input = zimg_image_buffer_const()
    var output = zimg_image_buffer()
    input.version = czimg_api_version
    output.version = czimg_api_version
    for (index, component) in sourceLayout.components.enumerated() {
      let plane = source.planes[component.plane]
      czimg_set_source(&input, component.isAlpha ? Self.alphaPlane : Int32(index), plane.base, plane.stride)
    }
    for (index, component) in destinationLayout.components.enumerated() {
      let plane = destination.planes[component.plane]
      czimg_set_destination(&output, component.isAlpha ? Self.alphaPlane : Int32(index), plane.base, plane.stride)
    }
    let code = zimg_filter_graph_process(graph, &input, &output, workspace.baseAddress, nil, nil, nil, nil)
    guard code == ZIMG_ERROR_SUCCESS else {
      throw MediaError(.internalError, .processing, "zimg cannot convert a picture", code: code.rawValue)
    }
  }

  /// The index of zimg's alpha plane: the fourth, also of a gray picture.
  private static let alphaPlane: Int32 = 3

  private static func format(
    _ picture: PictureFormat, _ layout: ComponentLayout, convertsColor: Bool, hasAlpha: Bool
  ) -> zimg_image_format {
    var format = zimg_image_format()
    zimg_image_format_default(&format, czimg_api_version)
    format.width = UInt32(picture.width)
    format.height = UInt32(picture.height)
    format.pixel_type =
      picture.format.isFloat ? ZIMG_PIXEL_FLOAT : layout.bytesPerSample == 1 ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
    format.depth = UInt32(layout.depth)
    format.subsample_w = UInt32(picture.format.log2ChromaWidth)
    format.subsample_h = UInt32(picture.format.log2ChromaHeight)
    format.color_family =
      picture.format.isRGB ? ZIMG_COLOR_RGB : picture.format.isGray ? ZIMG_COLOR_GREY : ZIMG_COLOR_YUV
    format.matrix_coefficients = zimg_matrix_coefficients_e(Int32(picture.matrix))
    if convertsColor {
      format.transfer_characteristics = zimg_transfer_characteristics_e(Int32(picture.color.transfer))
      format.color_primaries = zimg_color_primaries_e(Int32(picture.color.primaries))
    }
    format.pixel_range = picture.isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    format.chroma_location = zimg_chroma_location_e(Int32(picture.chromaLocation))
    format.alpha = hasAlpha ? ZIMG_ALPHA_STRAIGHT : ZIMG_ALPHA_NONE
    return format
  }
}

extension PictureConverter.Filter {
  fileprivate var cValue: zimg_resample_filter_e {
    switch self {
    case .nearest: ZIMG_RESIZE_POINT
    case .bilinear: ZIMG_RESIZE_BILINEAR
    case .bicubic: ZIMG_RESIZE_BICUBIC
    case .lanczos: ZIMG_RESIZE_LANCZOS
    }
  }
}
