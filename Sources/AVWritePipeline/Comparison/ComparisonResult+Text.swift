extension ComparisonResult {
  /// The result as text for people.
  package var text: String {
    guard let mean, let worst else { return "" }
    func line(_ name: String, _ component: PictureQuality.Component, of quality: PictureQuality) -> String {
      "  \(name): PSNR \(quality.psnrText(component)), SSIM \(component.ssimText)"
    }
    var lines = ["\(output) compared with \(reference)\(partText): \(pictures.count) pictures, \(format)"]
    if !missing.isEmpty { lines.append("  missing: \(missing.count) pictures, the first at \(missing[0].clock)") }
    if !extra.isEmpty { lines.append("  extra: \(extra.count) pictures, the first at \(extra[0].clock)") }
    lines += [
      line("Y", mean.luma, of: mean), line("Cb", mean.blueChroma, of: mean), line("Cr", mean.redChroma, of: mean),
      line("all", mean.all, of: mean), line("worst, at \(worst.time.clock)", worst.quality.all, of: worst.quality),
    ]
    return (lines + ["  VMAF: \(vmafText)"]).printableText
  }

  /// The mean VMAF, such as `93.21`, or the reason why there is none.
  var vmafText: String { vmaf?.rounded(digits: 2) ?? "not measured (libvmaf is not installed)" }

  /// The compared part, such as ` from 00:00:01.500 to 00:00:02.000`, empty for all of the reference.
  var partText: String {
    (start.map { " from \($0.clock)" } ?? "") + (end.map { " to \($0.clock)" } ?? "")
  }
}
