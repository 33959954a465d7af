import MediaSupport

/// The gains by which the sound of speakers goes to others, for layouts of which the library's own mixing loses channels
/// or which it refuses: it knows no speakers overhead, and drops the low frequencies.
///
/// The gains are the library's where it has some, and of the same kind elsewhere: a channel goes to the nearest speakers
/// that there are, at -3 dB where it is only near them, and at -3 dB for each of two.
struct SpeakerMix {
  private let source: [Speaker]
  private let destination: [Speaker]

  /// Makes the mix of two layouts. It is nil where the library mixes every channel.
  ///
  /// The low frequencies are mixed where there are as many channels as before, as in a coding without a place for them.
  /// A mix to fewer channels has none, as decoders make it (ATSC A/52, 7.8).
  init?(from source: ChannelLayout, to destination: ChannelLayout) {
    guard let from = Self.speakers(of: source), let to = Self.speakers(of: destination) else { return nil }
    let keepsLowFrequencies = to.count >= from.count
    let isLost = from.contains { speaker in
      !to.contains(speaker)
        && (Self.unknownToTheLibrary.contains(speaker) || speaker == .lowFrequency && keepsLowFrequencies)
    }
    guard isLost else { return nil }
    self.source = from.map { $0 == .lowFrequency && !keepsLowFrequencies && !to.contains($0) ? .none : $0 }
    self.destination = to
  }

  /// The gain of each channel of the source (second index) in each of the destination's (first index), scaled so that no
  /// sum overloads.
  var matrix: [[Double]] {
    let columns = source.map { gains(of: $0) }
    let rows = destination.map { speaker in columns.map { $0[speaker] ?? 0 } }
    let most = rows.map { $0.reduce(0, +) }.max() ?? 0
    return most > 1 ? rows.map { $0.map { $0 / most } } : rows
  }

  /// Returns the gains of a speaker's sound in those of the destination; empty where it is not heard there.
  private func gains(of speaker: Speaker) -> [Speaker: Double] {
    if destination.contains(speaker) { return [speaker: 1] }
    for (targets, gain) in Self.rules[speaker] ?? [] where targets.allSatisfy(destination.contains) {
      return Dictionary(uniqueKeysWithValues: targets.map { ($0, gain) })
    }
    return [:]
  }

  private static func speakers(of layout: ChannelLayout) -> [Speaker]? {
    guard layout.mask != 0, layout.mask.nonzeroBitCount == layout.count else { return nil }
    return (0..<UInt64.bitWidth).filter { layout.mask >> UInt64($0) & 1 != 0 }.map { Speaker(bit: $0) }
  }

  // MARK: Speakers

  /// A speaker by its bit in a layout's mask.
  private struct Speaker: Hashable {
    var bit: Int

    /// A place from which nothing is heard.
    static let none = Speaker(bit: -1)

    static let (left, right, center, lowFrequency) = (at(0), at(1), at(2), at(3))
    static let (backLeft, backRight, backCenter) = (at(4), at(5), at(8))
    static let (leftOfCenter, rightOfCenter) = (at(6), at(7))
    static let (sideLeft, sideRight) = (at(9), at(10))
    static let (top, topLeft, topCenter, topRight) = (at(11), at(12), at(13), at(14))
    static let (topBackLeft, topBackCenter, topBackRight) = (at(15), at(16), at(17))
    static let (wideLeft, wideRight) = (at(31), at(32))
    static let (directLeft, directRight) = (at(33), at(34))
    static let secondLowFrequency = at(35)
    static let (topSideLeft, topSideRight) = (at(36), at(37))
    static let (bottomCenter, bottomLeft, bottomRight) = (at(38), at(39), at(40))

    private static func at(_ bit: Int) -> Speaker { Speaker(bit: bit) }
  }

  private static let unknownToTheLibrary: Set<Speaker> = [
    .top, .topLeft, .topCenter, .topRight, .topBackLeft, .topBackCenter, .topBackRight, .wideLeft, .wideRight,
    .directLeft, .directRight, .secondLowFrequency, .topSideLeft, .topSideRight, .bottomCenter, .bottomLeft,
    .bottomRight,
  ]

  /// The gain of -3 dB.
  private static let half = 0.5.squareRoot()

  /// The speakers to which each one's sound goes, with the gain in each: the first of the list that are all there.
  private static let rules: [Speaker: [([Speaker], Double)]] = {
    let pair: [Speaker] = [.left, .right]
    var rules: [Speaker: [([Speaker], Double)]] = [
      .center: [(pair, half)],
      .lowFrequency: [([.center], half), (pair, 0.5)],
      .secondLowFrequency: [([.lowFrequency], 1)],
      .backCenter: [([.backLeft, .backRight], half), ([.sideLeft, .sideRight], half), (pair, 0.5), ([.center], 0.5)],
      .top: [(pair, 0.5), ([.center], 0.5)],
      .topCenter: [([.center], half), (pair, 0.5)],
      .bottomCenter: [([.center], half), (pair, 0.5)],
      .topBackCenter: [
        ([.backCenter], half), ([.backLeft, .backRight], 0.5), ([.sideLeft, .sideRight], 0.5), (pair, half / 2),
        ([.center], half / 2),
      ],
    ]
    // The places of one side: the speaker in front, at the back and at the side, those near them, and those over them.
    let sides: [[Speaker]] = [
      [
        .left, .backLeft, .sideLeft, .leftOfCenter, .wideLeft, .directLeft, .topLeft, .bottomLeft, .topBackLeft,
        .topSideLeft,
      ],
      [
        .right, .backRight, .sideRight, .rightOfCenter, .wideRight, .directRight, .topRight, .bottomRight,
        .topBackRight, .topSideRight,
      ],
    ]
    for side in sides {
      let (front, back, beside) = (side[0], side[1], side[2])
      rules[front] = [([.center], half)]
      rules[back] = [([beside], 1), ([.backCenter], half), ([front], half), ([.center], 0.5)]
      rules[beside] = [([back], 1), ([.backCenter], half), ([front], half), ([.center], 0.5)]
      for nearFront in side[3...4] { rules[nearFront] = [([front], 1), ([.center], half)] }
      rules[side[5]] = rules[beside].map { [([beside], 1)] + $0 }
      for levelWithFront in side[6...7] { rules[levelWithFront] = [([front], half), ([.center], 0.5)] }
      let behind: [([Speaker], Double)] = [([.backCenter], 0.5), ([front], 0.5), ([.center], half / 2)]
      rules[side[8]] = [([back], half), ([beside], half)] + behind
      rules[side[9]] = [([beside], half), ([back], half)] + behind
    }
    return rules
  }()
}
