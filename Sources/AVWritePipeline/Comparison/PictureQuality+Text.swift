extension PictureQuality {
  /// For people.
  func psnrText(_ component: Component) -> String { psnr(component).map { "\($0.rounded(digits: 2)) dB" } ?? "equal" }
}

extension PictureQuality.Component {
  /// For people.
  var ssimText: String { ssim.rounded(digits: 5) }
}
