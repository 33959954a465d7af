import CoreMedia
import MovieFile

extension CMFormatDescription {
  var code: FourCC { FourCC(rawValue: mediaSubType.rawValue) }
}
