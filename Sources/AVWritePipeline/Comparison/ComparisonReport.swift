internal import Foundation

/// A comparison as a single self-contained page: the facts about both files, quality and bit rate over time, and the
/// worst moments. It fits the width of a phone.
struct ComparisonReport {
  /// A moment with both pictures as JPEG files.
  struct Moment {
    var time: ExactTime
    var quality: PictureQuality
    var original: Data
    var picture: Data
  }

  let result: ComparisonResult
  let reference: FileSummary
  let output: FileSummary
  let referenceRates: BitRates
  let outputRates: BitRates
  let moments: [Moment]

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>\(result.output.escapedForMarkup)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <h1>\(result.output.escapedForMarkup)</h1>
    <p>compared with \(result.reference.escapedForMarkup)\(result.partText): \(result.pictures.count) pictures, \
    \(result.format)\(unmatched)</p>
    \(fileTable)
    \(settings("original", reference))\(settings("output", output))
    \(qualityTable)
    \(charts.map(\.html).joined(separator: "\n"))
    <h2>Worst moments</h2>
    \(moments.map(section).joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:1.5rem auto;padding:0 1rem}
    h1,p,td,figcaption{overflow-wrap:anywhere}
    h1{font-size:1.4rem}h2{font-size:1.1rem}h3{font-size:1rem}
    table{border-collapse:collapse;width:100%;max-width:44rem;margin:1rem 0}
    td,th{padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884}
    th{white-space:nowrap}
    .quality td,.quality th+th{text-align:right}
    figure{margin:1.5rem 0}figcaption{font-size:.85rem}
    .plot{position:relative;margin:.6rem 0 0 5.5rem}
    .scale span{position:absolute;right:100%;margin-right:.4rem;transform:translateY(-50%);white-space:nowrap}
    .scale,.time{font-size:.8rem;line-height:1}
    .time{display:flex;justify-content:space-between;margin:.5rem 0 0 5.5rem}
    svg{display:block;width:100%;height:11rem;overflow:visible}
    .grid{stroke:#8885;fill:none}polyline{fill:none;stroke-width:1.5}
    .grid,polyline{vector-effect:non-scaling-stroke}
    .output{stroke:#2a7de1}.reference{stroke:#999}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.5rem}
    .pair figure{margin:0}.pair img{width:100%}
    """

  private var unmatched: String {
    [(result.missing.count, "missing"), (result.extra.count, "extra")]
      .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// Both files, fact by fact.
  private var fileTable: String {
    let rows = [
      ("Size", reference.sizeText, outputSizeText), ("Container", reference.facts.container, output.facts.container),
      ("Duration", reference.facts.duration?.clock ?? "", output.facts.duration?.clock ?? ""),
      ("Video", reference.codecText, output.codecText), ("Pictures", reference.pictureText, output.pictureText),
      ("Bit rate", reference.bitRateText, output.bitRateText), ("Sound", reference.soundText, output.soundText),
    ].filter { !$0.1.isEmpty || !$0.2.isEmpty }.map { name, before, after in
      "<tr><th>\(name)</th><td>\(before.escapedForMarkup)</td><td>\(after.escapedForMarkup)</td></tr>"
    }
    return """
      <table class="files">
      <tr><th></th><th>original</th><th>output</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      """
  }

  /// Returns the encoder's description of itself as a collapsed section, since it is long. The text is empty if there
  /// is none.
  private func settings(_ name: String, _ file: FileSummary) -> String {
    guard let encoder = file.encoder else { return "" }
    return "<details><summary>Settings of the \(name)</summary><p>\(encoder.escapedForMarkup)</p></details>\n"
  }

  private var outputSizeText: String {
    // A part of the original has no size of its own.
    guard let bytes = output.facts.byteCount, let whole = reference.facts.byteCount, whole > 0, result.start == nil,
      result.end == nil
    else { return output.sizeText }
    return output.sizeText + " (\((Double(bytes) / Double(whole) * 100).rounded(digits: 1)) %)"
  }

  private var qualityTable: String {
    guard let mean = result.mean, let worst = result.worst else { return "" }
    let rows = [
      ("Y", mean, mean.luma), ("Cb", mean, mean.blueChroma), ("Cr", mean, mean.redChroma), ("all", mean, mean.all),
      ("worst, at \(worst.time.clock)", worst.quality, worst.quality.all),
    ].map { name, quality, component in
      "<tr><th>\(name)</th><td>\(quality.psnrText(component))</td><td>\(component.ssimText)</td></tr>"
    }
    return """
      <table class="quality">
      <tr><th></th><th>PSNR</th><th>SSIM</th></tr>
      \(rows.joined(separator: "\n"))
      <tr><th>VMAF</th><td colspan="2">\(result.vmafText)</td></tr>
      </table>
      """
  }

  private var charts: [LineChart] {
    let duration = result.pictures.last?.time.seconds ?? 0
    func line(_ name: String, _ value: (PictureQuality) -> Double?) -> LineChart.Line {
      let points = result.pictures.compactMap { picture in
        value(picture.quality).map { (time: picture.time.seconds, value: $0) }
      }
      return LineChart.Line(name: name, style: "output", points: points)
    }
    func line(_ name: String, _ style: String, _ rates: BitRates) -> LineChart.Line {
      // Each second is a step of two points.
      let points = rates.bitsPerSecond.enumerated().flatMap { second, bits in
        [second, second + 1].map { (time: Double($0), value: bits / 1000) }
      }
      return LineChart.Line(name: name, style: style, points: points)
    }
    let rates = [
      line("\(result.reference), bit rate", "reference", referenceRates),
      line("\(result.output), bit rate", "output", outputRates),
    ]
    let start = result.start ?? .zero
    let highest = rates.flatMap { $0.points.map(\.value) }.max() ?? 1
    let scores = result.pictures.compactMap { picture in picture.vmaf.map { (time: picture.time.seconds, value: $0) } }
    let perceived = LineChart(
      title: "VMAF", unit: "", lines: [.init(name: "VMAF", style: "output", points: scores)], from: start,
      duration: duration)
    return (scores.isEmpty ? [] : [perceived]) + [
      LineChart(title: "SSIM", unit: "", lines: [line("SSIM", \.all.ssim)], from: start, duration: duration),
      LineChart(
        title: "PSNR", unit: " dB", lines: [line("PSNR") { $0.psnr($0.all) }], from: start, duration: duration),
      LineChart(
        title: "Bit rate (grey: the original's)", unit: " kb/s", lines: rates, from: start, duration: duration,
        range: 0...max(highest, 1)),
    ]
  }

  private func section(_ moment: Moment) -> String {
    func picture(_ name: String, _ jpeg: Data) -> String {
      let text = name.escapedForMarkup
      return """
        <figure><img alt="\(text)" src="data:image/jpeg;base64,\(jpeg.base64EncodedString())"/>\
        <figcaption>\(text)</figcaption></figure>
        """
    }
    return """
      <h3>\(moment.time.clock): PSNR \(moment.quality.psnrText(moment.quality.all)), \
      SSIM \(moment.quality.all.ssimText)</h3>
      <div class="pair">
      \(picture(result.reference, moment.original))
      \(picture(result.output, moment.picture))
      </div>
      """
  }
}
