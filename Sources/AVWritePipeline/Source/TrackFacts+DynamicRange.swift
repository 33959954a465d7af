/// The formats of high dynamic range, by the names that players and screens say.
extension TrackFacts.Video {
  /// Those that the pictures are in; none for standard range.
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

  /// PQ in the colours of BT.2020 and ten bits (CTA, "HDR10 Media Profile"), whose mastering display and light may stand in
  /// the pictures alone, or nowhere.
  private var isHDR10: Bool { primaries == "ITU_R_2020" && bitsPerComponent == 10 }
}

extension TrackFacts.DolbyVision {
  /// With what the pictures are without it, where they are something: `8.4`.
  var profileName: String { compatibility > 0 ? "\(profile).\(compatibility)" : "\(profile)" }
}
