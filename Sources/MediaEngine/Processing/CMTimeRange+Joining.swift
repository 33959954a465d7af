import CoreMedia

extension [CMTimeRange] {
  /// The ranges in order, with overlapping and adjacent ones joined.
  var joined: [CMTimeRange] {
    sorted { $0.start < $1.start }.reduce(into: []) { ranges, range in
      if let last = ranges.last, last.end >= range.start {
        ranges[ranges.count - 1] = last.union(range)
      } else {
        ranges.append(range)
      }
    }
  }
}
