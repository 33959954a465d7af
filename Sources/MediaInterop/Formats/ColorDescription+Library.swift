internal import CFFmpeg

/// The colours in libavutil's numbers. Primaries, transfer functions and matrices are those of ITU-T H.273; chroma
/// locations are H.273's plus one, so that zero means "unknown".
extension ColorDescription {
  init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace,
    range: AVColorRange, chromaLocation: AVChromaLocation
  ) {
    self.init(
      primaries: UInt8(clamping: primaries.rawValue), transfer: UInt8(clamping: transfer.rawValue),
      matrix: UInt8(clamping: matrix.rawValue),
      isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG,
      chromaLocation: chromaLocation == AVCHROMA_LOC_UNSPECIFIED ? nil : UInt8(clamping: chromaLocation.rawValue - 1))
  }

  var cPrimaries: AVColorPrimaries { AVColorPrimaries(rawValue: UInt32(primaries)) }
  var cTransfer: AVColorTransferCharacteristic { AVColorTransferCharacteristic(rawValue: UInt32(transfer)) }
  var cMatrix: AVColorSpace { AVColorSpace(rawValue: UInt32(matrix)) }

  var cRange: AVColorRange {
    switch isFullRange {
    case true?: AVCOL_RANGE_JPEG
    case false?: AVCOL_RANGE_MPEG
    case nil: AVCOL_RANGE_UNSPECIFIED
    }
  }

  var cChromaLocation: AVChromaLocation {
    chromaLocation.map { AVChromaLocation(rawValue: UInt32($0) + 1) } ?? AVCHROMA_LOC_UNSPECIFIED
  }
}
