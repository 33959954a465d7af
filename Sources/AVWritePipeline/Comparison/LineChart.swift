internal import Foundation

/// Values over time as a figure of a page: lines in SVG 1.1, which stretch with the page, and labels in HTML, which do
/// not.
struct LineChart {
  /// One line of the chart.
  struct Line {
    var name: String
    /// The class by which the page's style gives it a colour.
    var style: String
    /// The points, as times in seconds and values, in the order of time.
    var points: [(time: Double, value: Double)]
  }

  let title: String
  let unit: String
  let lines: [Line]
  /// The values at the lower and the upper edge.
  let range: ClosedRange<Double>
  /// The time at the left edge.
  let start: ExactTime
  /// The duration from the left edge to the right one, in seconds.
  let duration: Double

  /// The drawing's own coordinates; the page stretches it.
  private static let size = (width: 1000.0, height: 200.0)
  /// The number of places across the drawing. Of more points, only the lowest and the highest of each place are drawn.
  private static let places = 500
  /// The numbers of parts of the two axes: a telephone has room for their labels.
  private static let (valueSteps, timeSteps) = (4, 2)

  /// - Parameter range: the values at the lower and the upper edge, or nil for the range of the lines' values.
  init(
    title: String, unit: String, lines: [Line], from start: ExactTime, duration: Double,
    range: ClosedRange<Double>? = nil
  ) {
    self.title = title
    self.unit = unit
    self.lines = lines
    self.start = start
    self.duration = max(duration, .leastNormalMagnitude)
    let values = lines.flatMap { $0.points.map(\.value) }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    self.range = range ?? low...(high > low ? high : low + 1)
  }

  var html: String {
    let title = title.escapedForMarkup
    let begin = range.lowerBound == 0 ? "from 0" : "from \(label(range.lowerBound))\(unit), not from 0"
    return """
      <figure class="chart">
      <figcaption><strong>\(title)</strong>, \(begin); time from \(start.clock)</figcaption>
      <div class="plot">
      <div class="scale">\(valueLabels)</div>
      \(svg(title))
      </div>
      <div class="time">\(timeLabels)</div>
      </figure>
      """
  }

  private var valueLabels: String {
    (0...Self.valueSteps).map { step in
      let share = Double(step) / Double(Self.valueSteps)
      let value = range.lowerBound + (range.upperBound - range.lowerBound) * share
      return #"<span style="top:\#(Self.number(100 * (1 - share)))%">\#(label(value))\#(unit)</span>"#
    }.joined()
  }

  private var timeLabels: String {
    (0...Self.timeSteps).map { step in
      let time = duration * Double(step) / Double(Self.timeSteps)
      let shift = ExactTime(value: Int64(min(time, 1e9) * 1000), scale: 1000)
      return "<span>\((start.adding(shift) ?? shift).clock)</span>"
    }.joined()
  }

  private func svg(_ title: String) -> String {
    let (width, height) = Self.size
    var parts = [
      #"<svg viewBox="0 0 \#(Int(width)) \#(Int(height))" preserveAspectRatio="none" role="img" aria-label="\#(title)">"#
    ]
    for step in 0...Self.valueSteps {
      let y = Self.number(height * Double(step) / Double(Self.valueSteps))
      parts.append(#"<path class="grid" d="M0 \#(y)H\#(Int(width))"/>"#)
    }
    for line in lines {
      let points = Self.thinned(line.points, over: duration).map { point in
        let place = place(point.time, point.value)
        return Self.number(place.x) + "," + Self.number(place.y)
      }
      parts.append(
        #"<polyline class="\#(line.style)" points="\#(points.joined(separator: " "))"><title>"#
          + line.name.escapedForMarkup + "</title></polyline>")
    }
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  private func place(_ time: Double, _ value: Double) -> (x: Double, y: Double) {
    let inside = min(max(value, range.lowerBound), range.upperBound)
    let share = (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
    return (min(max(time / duration, 0), 1) * Self.size.width, (1 - share) * Self.size.height)
  }

  private static func thinned(
    _ points: [(time: Double, value: Double)], over duration: Double
  ) -> [(time: Double, value: Double)] {
    guard points.count > 2 * places else { return points }
    var thinned: [(time: Double, value: Double)] = []
    let groups = Dictionary(grouping: points) { Int($0.time / duration * Double(places)) }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      let extremes = [group.min { $0.value < $1.value }, group.max { $0.value < $1.value }].compactMap { $0 }
      thinned += extremes.sorted { $0.time < $1.time }
    }
    return thinned
  }

  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  /// Returns a value with enough decimals to distinguish the steps of the scale.
  private func label(_ value: Double) -> String {
    let step = (range.upperBound - range.lowerBound) / Double(Self.valueSteps)
    let decimals = max(0, min(6, 1 - Int(log10(step).rounded(.down))))
    return String(format: "%.\(decimals)f", value)
  }
}
