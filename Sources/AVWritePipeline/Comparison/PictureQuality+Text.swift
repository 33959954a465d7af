extension PictureQuality {
  /// For people.
  func psnrText(_ component: Component) -> String { psnr(component).map { "\($0.rounded(digits: 2)) dB" } ?? "equal" }
}

extension PictureQuality.Component {
  /// For people.
  var ssimText: String { ssim.rounded(digits: 5) }
}

extension Double {
  /// The number with exactly so many decimals.
  fileprivate func rounded(digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let parts = "\((self * scale).rounded() / scale)".split(separator: ".")
    let fraction = parts.count > 1 ? parts[1] : ""
    return "\(parts[0]).\(fraction)" + String(repeating: "0", count: max(0, digits - fraction.count))
  }
}
