// The settings as the options give them, where a choice holds them in another shape.

extension VideoCompression {
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

  var targetSize: ByteCount? {
    get {
      guard case .size(let size) = rateControl else { return nil }
      return size
    }
    set { rateControl = newValue.map { .size($0) } }
  }

  var targetSSIM: Double? {
    get {
      guard case .similarity(let ssim) = rateControl else { return nil }
      return ssim
    }
    set { rateControl = newValue.map { .similarity($0) } }
  }
}

extension VideoChoice {
  var exactSize: PictureExtent? {
    get {
      guard case .exactly(let size) = size else { return nil }
      return size
    }
    set { size = newValue.map { .exactly($0) } }
  }

  var largestSize: PictureExtent? {
    get {
      guard case .within(let box) = size else { return nil }
      return box
    }
    set { size = newValue.map { .within($0) } }
  }
}

extension AudioChoice {
  var exactChannels: Int? {
    get {
      guard case .exactly(let count) = channels else { return nil }
      return count
    }
    set { channels = newValue.map { .exactly($0) } }
  }

  var mostChannels: Int? {
    get {
      guard case .atMost(let count) = channels else { return nil }
      return count
    }
    set { channels = newValue.map { .atMost($0) } }
  }
}

extension Settings {
  /// The kinds that are left out, in the order of `TrackKind`.
  var droppedKinds: [TrackKind] {
    get { TrackKind.allCases.filter(drops.contains) }
    set { drops = Set(newValue) }
  }

  /// The kinds that pass through, in the order of `TrackKind`.
  var copiedKinds: [TrackKind] {
    get { TrackKind.allCases.filter(copies.contains) }
    set { copies = Set(newValue) }
  }
}
