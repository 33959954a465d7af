/// The client's options that only the H.264 encoder has. They are passed to it unchanged.
package struct H264Options: Sendable, Hashable {
  /// The decoder's buffer (annex C). At most `maximumBitRate` bits flow in per second, and at most `size` bits are
  /// held.
  package struct ReceiverBuffer: Sendable, Hashable {
    package var maximumBitRate: Int
    package var size: Int
    /// The share of the buffer that is full when the first picture is removed.
    package var initialFullness = Self.usualFullness

    /// x264's own default.
    package static let usualFullness = 0.9

    package init(maximumBitRate: Int, size: Int) {
      self.maximumBitRate = maximumBitRate
      self.size = size
    }

    /// Creates a buffer that holds the bits of a second at the highest bit rate. This is long enough for a key frame,
    /// and short enough that a player that starts at any time seldom has to wait.
    package init(maximumBitRate: Int) { self.init(maximumBitRate: maximumBitRate, size: maximumBitRate) }
  }

  /// The kinds of pictures and the measures that x264 has tunings for.
  package enum Tune: String, Sendable, CaseIterable {
    case film, animation, grain, stillimage, psnr, ssim, fastdecode
  }

  package enum Profile: String, Sendable, CaseIterable {
    case baseline, main, high, high10, high422, high444
  }

  package enum EntropyCoding: Sendable, Hashable {
    case cavlc, cabac
  }

  /// The model of the receiver's buffer that the stream must never overflow or starve, or `nil` for none.
  package var receiverBuffer: ReceiverBuffer?
  /// The kind of picture, for x264's psychovisual tuning, or `nil` for no assumption.
  package var tune: Tune?
  /// The profile, which limits the coding tools; `nil` lets the other settings decide.
  package var profile: Profile?
  /// H.264 table A-1's level times ten (41 for 4.1, 9 for 1b), or `nil` for the lowest that fits. A level that is given
  /// also bounds the number of reference pictures.
  package var level: Int?
  /// The entropy coding, or `nil` for the preset's.
  package var entropyCoding: EntropyCoding?
  /// The number of the sequence parameter set and of the picture parameter set, 0 to 31. Parts of one track with
  /// different sets need different numbers.
  package var parameterSetNumber = 0

  package init() {}
}
