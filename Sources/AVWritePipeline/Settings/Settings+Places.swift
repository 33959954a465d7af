// The settings as the options say them, where a choice holds them in another shape.

extension VideoChoice {
  var quality: Double? {
    get {
      guard case .quality(let quality) = rateControl else { return nil }
      return quality
    }
    set { rateControl = newValue.map { .quality($0) } }
  }

  var averageBitRate: BitRate? {
    get {
      guard case .averageBitRate(let rate) = rateControl else { return nil }
      return rate
    }
    set { rateControl = newValue.map { .averageBitRate($0) } }
  }

  var exactSize: PictureSize? {
    get {
      guard case .exactly(let size) = size else { return nil }
      return size
    }
    set { size = newValue.map { .exactly($0) } }
  }

  var largestSize: PictureSize? {
    get {
      guard case .within(let box) = size else { return nil }
      return box
    }
    set { size = newValue.map { .within($0) } }
  }
}

extension Settings {
  /// In the order of `TrackKind`.
  var droppedKinds: [TrackKind] {
    get { TrackKind.allCases.filter(drops.contains) }
    set { drops = Set(newValue) }
  }

  /// In the order of `TrackKind`.
  var copiedKinds: [TrackKind] {
    get { TrackKind.allCases.filter(copies.contains) }
    set { copies = Set(newValue) }
  }
}

extension FileChoice {
  /// Whether the finished file is checked; nil where nothing is said.
  var isVerified: Bool? {
    get { verification.map { $0 != .none } }
    set { verification = newValue.map { $0 ? .tables : .none } }
  }
}
