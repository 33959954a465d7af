import Bitstreams
import MediaSupport
import MovieFile

extension VideoAttributes {
  /// Returns the size of decoded pictures. The codec's configuration states it. Many containers state another one: that
  /// of all coded blocks, or that of the screen.
  ///
  /// - Parameter stated: the container's size, which is returned if no configuration has one that can be read.
  func decodedSize(stated: (width: Int, height: Int)) -> (width: Int, height: Int) {
    for atom in atoms {
      switch atom.type {
      case "avcC":
        let set = (try? AVCConfiguration(parsing: atom.payload))?.sequenceParameterSets.first
        guard let set, let facts = try? H264SequenceParameterSet(nalUnit: set), facts.endsWithItsUnit else { continue }
        return facts.decodedSize(stated: stated)
      case "hvcC":
        let arrays = (try? HEVCConfiguration(parsing: atom.payload))?.arrays ?? []
        let set = arrays.first { $0.type == .sequenceParameterSet }?.units.first
        guard let set, let facts = try? HEVCSequenceParameterSet(nalUnit: set) else { continue }
        return (facts.width, facts.height)
      case "av1C":
        guard let header = try? AV1Configuration(parsing: atom.payload).sequenceHeader() else { continue }
        return (header.width, header.height)
      default: continue
      }
    }
    return stated
  }
}

extension CleanAperture {
  /// Returns the same part of decoded pictures that have another size than their sample entry states.
  ///
  /// In an entry the part's place counts from the centre of a picture of the entry's size (ISO/IEC 14496-12, 12.1.4). That
  /// picture is taken to begin at the top left of the decoded one, as in FFmpeg: coding adds columns and rows at the
  /// right and at the bottom.
  func moved(
    fromPictureOf stated: (width: Int, height: Int), to decoded: (width: Int, height: Int)
  ) -> CleanAperture {
    guard stated.width > 0, stated.height > 0 else { return self }
    var moved = self
    moved.horizontalOffset = horizontalOffset.adding(halves: stated.width - decoded.width)
    moved.verticalOffset = verticalOffset.adding(halves: stated.height - decoded.height)
    return moved
  }
}

extension CleanAperture.Fraction {
  /// Returns the sum with a number of halves in lowest terms; the fraction itself for no halves, and if the terms of the
  /// sum do not fit.
  fileprivate func adding(halves: Int) -> Self {
    if halves == 0 { return self }
    let (upper, lower) = denominator == 0 ? (0, 1) : (Int(numerator), Int(denominator))
    let (sum, unit) = (2 * upper + halves * lower, 2 * lower)
    let divisor = abs(greatestCommonDivisor(sum, unit))
    guard let top = Int32(exactly: sum / divisor), let bottom = UInt32(exactly: unit / divisor) else { return self }
    return Self(top, bottom)
  }
}

extension H264SequenceParameterSet {
  /// Returns the size of decoded pictures. If a container leaves out a part of the last macroblocks, libavcodec's decoder
  /// does, too: older encoders write 1088 rows and leave it to the container that 1080 of them are shown.
  fileprivate func decodedSize(stated: (width: Int, height: Int)) -> (width: Int, height: Int) {
    func isPart(_ stated: Int, of length: Int) -> Bool {
      stated > 0 && stated <= length && (stated - 1) / 16 == (length - 1) / 16
    }
    let isCropped = !cropsAtStart && isPart(stated.width, of: width) && isPart(stated.height, of: height)
    return isCropped ? stated : (width: width, height: height)
  }
}
