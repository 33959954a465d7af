import MediaSupport

/// The times of coded sound that a container rounds to its ticks, made exact by counting samples: a pure value.
///
/// Matroska counts milliseconds, and transport streams ninety-thousandths of a second: neither is a whole number of
/// samples. A packet that follows the one before begins with the very next sample.
struct SoundClock {
  /// A unit in which samples and the container's ticks are whole numbers.
  let timeBase: TimeBase
  /// The end of the packet before, in ticks of `timeBase`.
  private var end: Int64?
  /// The start of a packet, and the duration of the first one: if all packets have the same duration, each begins at a
  /// multiple of it after that start.
  private var grid: (start: Int64, step: Int64)?
  /// A tick of the container, in ticks of `timeBase`.
  private let containerTick: Int64

  /// The number of milliseconds by which stated and counted times may differ without a hole in the sound, because the
  /// first packet's time and this packet's time are rounded.
  private static let tolerance: Int64 = 2

  /// Makes a clock in whose unit a sample and a tick of the container both have a whole number of units.
  ///
  /// - Returns: `nil` if no such unit fits 31 bits, and if a sample is a whole number of the container's ticks, so that
  ///   the container's times are exact.
  init?(sampleRate: Int, container: TimeBase) {
    guard let rate = Int32(exactly: sampleRate), rate > 0 else { return nil }
    // The unit of a fraction in lowest terms is its denominator.
    let divisor = greatestCommonDivisor(container.numerator, container.denominator)
    let fine = container.denominator / divisor
    if container.numerator == divisor, fine % rate == 0 { return nil }
    let (common, overflow) = rate.multipliedReportingOverflow(by: fine / greatestCommonDivisor(rate, fine))
    guard !overflow else { return nil }
    timeBase = TimeBase(ticksPerSecond: common)
    containerTick = container.rescale(1, to: timeBase, .up)
  }

  /// Returns the start of a packet for which the container states a time and a duration, in ticks of `timeBase`.
  mutating func time(of stated: Int64, lasting duration: Int64) -> Int64 {
    var start = stated
    if let end, isNear(stated, end) { start = end } else if let place = placeOnGrid(near: stated) { start = place }
    if let end, start == end, grid == nil, duration > 0 { grid = (end, duration) }
    end = start + duration
    return start
  }

  private func isNear(_ stated: Int64, _ counted: Int64) -> Bool {
    let (distance, overflow) = stated.subtractingReportingOverflow(counted)
    return !overflow && distance.magnitude <= UInt64(Int64(timeBase.denominator) * Self.tolerance / 1000)
  }

  /// Returns the exact time that the container rounded, after a hole of whole packets.
  private func placeOnGrid(near stated: Int64) -> Int64? {
    guard let grid else { return nil }
    let (distance, overflow) = stated.subtractingReportingOverflow(grid.start)
    guard !overflow, distance.magnitude < UInt64(Int64.max / 2) else { return nil }
    let rest = ((distance % grid.step) + grid.step) % grid.step
    let place = stated - rest + (rest > grid.step / 2 ? grid.step : 0)
    return abs(place - stated) <= containerTick ? place : nil
  }

  /// Notes that the next packet does not follow the one before.
  mutating func reset() { (end, grid) = (nil, nil) }

  /// Notes that the next packet begins at a counted time.
  mutating func restart(at time: Int64) { (end, grid) = (time, nil) }
}
