import Bitstreams
package import CoreMedia
import MediaInterop
import MovieFile

extension CMSampleBuffer {
  /// The version of HDR10+ in an encoded picture; `nil` where it carries none.
  package var dynamicMetadataVersion: Int? { HDR10Plus(self).map { Int($0.version) } }
}

extension HDR10Plus {
  fileprivate init?(_ sample: CMSampleBuffer) {
    guard let found = Self.beside(sample) ?? Self.within(sample) else { return nil }
    self = found
  }

  /// Returns the HDR10+ that Matroska has beside the pictures of VP9 (Matroska, "Block Additional Mapping", type 4).
  private static func beside(_ sample: CMSampleBuffer) -> HDR10Plus? {
    let count = registeredAddition.count
    return sample.sideData.lazy.filter { $0.kind == .blockAddition && $0.bytes.starts(with: registeredAddition) }
      .compactMap { HDR10Plus(message: $0.bytes.dropFirst(count)) }.first
  }

  /// The `BlockAddID` of HDR10+, with which such an addition begins.
  private static let registeredAddition: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 4]

  private static func within(_ sample: CMSampleBuffer) -> HDR10Plus? {
    sample.registeredMessages.lazy.compactMap { HDR10Plus(message: $0) }.first
  }
}
