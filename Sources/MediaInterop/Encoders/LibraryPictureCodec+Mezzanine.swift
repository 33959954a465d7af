internal import CFFmpeg

/// Intra-only codecs: for editing, archives and stills.
extension LibraryPictureCodec {
  /// Returns ProRes, by the one of the library's two encoders that has every profile.
  static func proRes(_ profile: VideoEncoder.ProResProfile) -> LibraryPictureCodec {
    LibraryPictureCodec(
      id: .prores, encoder: "prores_ks",
      pixelFormats: profile.hasFullChroma ? [.yuv444p10, .yuva444p10] : [.yuv422p10],
      options: { settings in
        var options = ["profile": "\(profile.rawValue)"]
        if settings.format.hasAlpha { options["alpha_bits"] = "16" }
        return options
      },
      // Only this encoder codes fields; JPEG's, for example, refuses to.
      configure: { settings, context in
        if settings.fieldOrder != .progressive { context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT }
      })
  }

  static let jpeg = LibraryPictureCodec(
    id: .mjpeg, encoder: "mjpeg", pixelFormats: [.yuv420p, .yuv422p, .yuv444p], qualities: 2...31,
    configure: { settings, context in
      // By default the encoder refuses pictures that are not marked as full range.
      context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
      guard case .constantQuality(let scale)? = settings.rateControl else { return }
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = Int32(scale * Double(FF_QP2LAMBDA))
    })

  /// FFV1 version 3, with independent pictures in slices with checksums, as archives require (RFC 9043).
  static let ffv1 = LibraryPictureCodec(
    id: .ffv1, encoder: "ffv1", pixelFormats: CodecID.ffv1.encoderPixelFormats,
    // A picture has at least four slices, and each needs a chroma sample.
    leastSide: 4,
    options: { _ in ["level": "3", "slicecrc": "1"] },
    configure: { _, context in context.pointee.gop_size = 1 })
}
