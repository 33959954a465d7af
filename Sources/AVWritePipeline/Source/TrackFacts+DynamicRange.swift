/// The formats of high dynamic range, by the names that players and screens show.
extension TrackFacts.Video {
  /// The formats that the pictures are in; none for standard range.
  var dynamicRanges: [String] {
    let base: String? =
      switch transfer {
      case Self.perceptualQuantizer: isHDR10 ? "HDR10" : "PQ"
      case Self.hybridLogGamma: "HLG"
      default: nil
      }
    return [base, dynamicMetadata.map { _ in "HDR10+" }, dolbyVision.map { "Dolby Vision \($0.profileName)" }]
      .compactMap { $0 }
  }

  /// A Boolean value that says whether pictures in PQ have the colours of BT.2020 and ten bits (CTA, "HDR10 Media
  /// Profile"). The facts about the mastering display and the light may be in the pictures alone, or absent, and are
  /// not required.
  private var isHDR10: Bool { primaries == "ITU_R_2020" && bitsPerComponent == 10 }
}

extension TrackFacts.DolbyVision {
  /// The profile, followed by the number that says how the pictures are shown without Dolby Vision, if there is one:
  /// `8.4`.
  var profileName: String { compatibility > 0 ? "\(profile).\(compatibility)" : "\(profile)" }
}
