extension PictureQuality {
  /// Returns a component's PSNR as text for people.
  func psnrText(_ component: Component) -> String { psnr(component).map { "\($0.rounded(digits: 2)) dB" } ?? "equal" }
}

extension PictureQuality.Component {
  /// The SSIM as text for people.
  var ssimText: String { ssim.rounded(digits: 5) }
}
