import Foundation
import MediaInterop

/// Controls a first pass to meet its targets, picture by picture: a pure value.
///
/// The rate factor is the one at which the pictures so far would have had their share. Earlier deviations are not
/// compensated for: varying rate factors cost more quality than a later pass, which knows all pictures. x264's own
/// average bit rate does not state a rate factor, which the later passes need.
struct RateFactorControl {
  /// The rate factor for the next pictures.
  private(set) var rateFactor: Double
  private let kind: RateModel.Kind
  /// The wanted amount of each unit.
  private let goal: Double
  /// The amount that the pictures so far would have at a rate factor of 0, and their wanted amount.
  private var content: Double
  private var wanted: Double
  private var units = 0.0

  /// The weight of the initial guess, in seconds and in pictures: fewer pictures do not represent a scene.
  private static let guessedSeconds = 0.5
  private static let guessedPictures = 12.0

  /// The number of bits per pixel at x264's usual rate factor, for camera pictures; that rate factor; and the usual
  /// difference.
  private static let usualBitsPerPixel = 0.08
  private static let usualRateFactor = 23.0
  private static let usualDifference = 0.025

  /// Makes the control of a first pass; `nil` if its settings ask for a constant quality.
  init?(_ settings: H264Encoder.Settings, _ targets: PassTargets) {
    if case .averageBitRate(let rate) = settings.rateControl {
      let goal = PassTargets.sizeRange(upTo: Double(rate)).middle
      self.init(bitRate: goal, pixelsPerSecond: settings.pixelsPerSecond)
    } else if let ssim = targets.targetSSIM {
      self.init(ssim: ssim)
    } else {
      return nil
    }
  }

  /// Makes a control that aims at a number of bits a second.
  init(bitRate: Double, pixelsPerSecond: Double) {
    let usual = Self.usualBitsPerPixel * max(pixelsPerSecond, 1)
    self.init(.bits, goal: bitRate, usual: usual, guessed: Self.guessedSeconds)
  }

  /// Makes a control that aims at a mean similarity.
  init(ssim: Double) {
    self.init(
      .difference, goal: max(1 - ssim, 1e-6), usual: Self.usualDifference, guessed: Self.guessedPictures)
  }

  private init(_ kind: RateModel.Kind, goal: Double, usual: Double, guessed: Double) {
    self.kind = kind
    self.goal = goal
    rateFactor = PassPlanner.allowed(Self.usualRateFactor + log2(goal / usual) / kind.usualSlope)
    wanted = goal * guessed
    content = wanted * exp2(-kind.usualSlope * rateFactor)
  }

  /// Notes that a picture was encoded.
  ///
  /// - Parameters:
  ///   - bits: the picture's size in bits.
  ///   - seconds: the duration of all pictures so far.
  mutating func didEncode(bits: Double, ssim: Double, rateFactor used: Double, seconds: Double) {
    let (added, passed) = kind == .bits ? (bits, max(0, seconds - units)) : (1 - ssim, 1)
    units += passed
    wanted += goal * passed
    content += added * exp2(-kind.usualSlope * used)
    rateFactor = PassPlanner.allowed(log2(wanted / content) / kind.usualSlope)
  }
}

extension H264Encoder.Settings {
  fileprivate var pixelsPerSecond: Double {
    Double(width * height) * Double(expectedFrameRate.numerator) / Double(expectedFrameRate.denominator)
  }
}
