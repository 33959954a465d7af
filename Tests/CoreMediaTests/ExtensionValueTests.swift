import CoreGraphics
import CoreMedia
import Foundation
import Testing

/// The values of a description's extensions, as Swift clients write and compare them.
@Suite("Values of extensions")
struct ExtensionValueTests {
  @Test func `the values of a description are those that clients name`() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.colorPrimaries] = .colorPrimaries(.itu_R_2020)
    extensions[.transferFunction] = .transferFunction(.smpte_ST_2084_PQ)
    extensions[.yCbCrMatrix] = .yCbCrMatrix(.itu_R_2020)
    extensions[.chromaLocationTopField] = .chromaLocation(.topLeft)
    extensions[.fieldDetail] = .fieldDetail(.temporalTopFirst)
    extensions[.fieldCount] = .number(2)
    extensions[.formatName] = .string("HEVC")
    extensions[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
    extensions[.cleanAperture] = .cleanAperture(width: 62, height: 46, horizontalOffet: 1, verticalOffset: -1)
    let description = try CMFormatDescription(
      videoCodecType: .hevc, width: 64, height: 48, extensions: extensions)
    let read = description.extensions
    #expect(read[.colorPrimaries] == .colorPrimaries(.itu_R_2020))
    #expect(read[.colorPrimaries] != .colorPrimaries(.itu_R_709_2))
    #expect(read[.transferFunction] == .transferFunction(.smpte_ST_2084_PQ))
    #expect(read[.yCbCrMatrix] == .yCbCrMatrix(.itu_R_2020))
    #expect(read[.fieldCount] == .number(2.0) && read[.formatName] == .string("HEVC"))
    #expect(Set([read[.pixelAspectRatio], .pixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)]).count == 1)
    // What the functions of C read is the same.
    let shown = CMVideoFormatDescriptionGetPresentationDimensions(
      description, usePixelAspectRatio: true, useCleanAperture: true)
    #expect(abs(shown.width - 62 * 4 / 3) < 0.001 && shown.height == 46)
  }
}
