import CoreMedia
import MovieFile

extension FragmentOptions {
  init(_ configuration: FragmentConfiguration, in format: FileFormat, isFastStart: Bool) {
    self.init()
    firstSequenceNumber = configuration.firstSequenceNumber
    if configuration.durationHint.isNumeric { durationHint = configuration.durationHint.seconds }
    if configuration.isCombinable { decodeTimes = .fromFirstPresentation }
    // As with Apple, finished QuickTime movies have no fragments any more. A movie that must be playable during its
    // download keeps them: its front contains all that is needed to start.
    becomesWhole = format.isQuickTime && !isFastStart
  }

  init(_ configuration: SegmentConfiguration) {
    self.init()
    let hasOneTrack = configuration.trackCount == 1
    firstSequenceNumber = configuration.firstSequenceNumber
    switch configuration.profile {
    case .appleHLS:
      // Some players shift all times to make offsets positive, so negative offsets are used only where they are needed.
      decodeTimes = .notBeforeZero
      fileType = FileType(majorBrand: "iso5", minorVersion: 1, compatibleBrands: ["isom", "iso5", "iso6", "hlsf"])
    case .cmaf:
      decodeTimes = .fromFirstPresentation
      let brands: [FourCC] = hasOneTrack ? ["cmfc", "cmf2"] : []
      fileType = FileType(majorBrand: "iso6", minorVersion: 1, compatibleBrands: ["isom", "iso6"] + brands)
      // A media segment with its own index (ISO 23009-1 6.3.4). It is a CMAF segment too if it has one track.
      segmentType = FileType(
        majorBrand: "msdh", minorVersion: 0,
        compatibleBrands: ["msdh", "msix"] + (hasOneTrack ? ["cmfs"] : []))
    case .stream:
      fileType = FileType(majorBrand: "iso6", minorVersion: 1, compatibleBrands: ["isom", "iso6"])
    }
  }
}
