/// The order in which a track's samples are shown, if it differs from the order in which they are decoded.
package struct PresentationOrder: Sendable {
  /// The presentation times, in ascending order.
  package private(set) var times: [Int64] = []
  /// The index in decode order of the sample at each position in presentation order.
  package private(set) var indices: [Int32] = []
  /// The position in presentation order of each sample, by its index in decode order.
  package private(set) var places: [Int32] = []
  /// For each position, the lowest index in decode order from that position on.
  private var earliest: [Int32] = []
  /// For each position, the highest index in decode order up to that position.
  private var latest: [Int32] = []

  init(of track: Track) {
    // An index takes four bytes, which suffices: each sample of pictures takes at least one byte in a movie's index.
    let samples = track.samples.lazy.prefix(Int(Int32.max)).map { (time: $0.presentationTime, index: Int32($0.index)) }
    let sorted = samples.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    times = sorted.map(\.time)
    indices = sorted.map(\.index)
    places = [Int32](repeating: 0, count: sorted.count)
    for (place, index) in indices.enumerated() { places[Int(index)] = Int32(place) }
    latest = indices
    earliest = indices
    for place in indices.indices.dropFirst() { latest[place] = max(latest[place], latest[place - 1]) }
    for place in indices.indices.dropLast().reversed() { earliest[place] = min(earliest[place], earliest[place + 1]) }
  }

  /// Returns whether any sample that is decoded before one sample is shown after another.
  package func isAnyDecoded(before index: Int, shownAfter other: Int) -> Bool {
    guard let place = firstPlace(after: other) else { return false }
    return earliest[place] < index
  }

  /// Returns whether any sample that is decoded after one sample is shown before another.
  package func isAnyDecoded(after index: Int, shownBefore other: Int) -> Bool {
    guard let place = lastPlace(before: other) else { return false }
    return latest[place] > index
  }

  /// Returns the first position that is shown later. Samples with the same time are neither before nor after each
  /// other.
  private func firstPlace(after index: Int) -> Int? {
    var place = Int(places[index])
    let time = times[place]
    while place < times.count, times[place] == time { place += 1 }
    return place < times.count ? place : nil
  }

  private func lastPlace(before index: Int) -> Int? {
    var place = Int(places[index])
    let time = times[place]
    while place >= 0, times[place] == time { place -= 1 }
    return place >= 0 ? place : nil
  }
}
