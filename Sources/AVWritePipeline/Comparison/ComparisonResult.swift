/// A measure of how near the pictures of a file are to those of another.
public struct ComparisonResult: Sendable, Hashable {
  /// A picture at its time from the part's start, else from the reference's earliest presented sample.
  public struct Picture: Sendable, Hashable {
    public var time: ExactTime
    public var quality: PictureQuality
    /// The likeness to the original as people see it (VMAF), from 0 to 100, or nil if no libvmaf is installed.
    public var vmaf: Double?
  }

  public var reference: String
  public var output: String
  /// The form in which both were compared, such as `1920x1080, 4:2:0, 8 bits`.
  public var format: String
  /// The start of the part of the reference that the output was made of, on the reference's timeline. Nil means the
  /// reference's own start.
  public var start: ExactTime?
  public var end: ExactTime?
  /// The pictures that both files have, in the order of their times.
  public var pictures: [Picture] = []
  /// The times of the reference's pictures at which the output has none.
  public var missing: [ExactTime] = []
  /// The times of the output's pictures at which the reference has none.
  public var extra: [ExactTime] = []

  /// The mean of all pictures' errors and similarities; nil without pictures.
  public var mean: PictureQuality? {
    guard let first = pictures.first else { return nil }
    func mean(_ component: KeyPath<PictureQuality, PictureQuality.Component>) -> PictureQuality.Component {
      func mean(_ value: KeyPath<PictureQuality.Component, Double>) -> Double {
        pictures.reduce(0) { $0 + $1.quality[keyPath: component][keyPath: value] } / Double(pictures.count)
      }
      return PictureQuality.Component(meanSquaredError: mean(\.meanSquaredError), ssim: mean(\.ssim))
    }
    return PictureQuality(
      luma: mean(\.luma), blueChroma: mean(\.blueChroma), redChroma: mean(\.redChroma), all: mean(\.all),
      peak: first.quality.peak)
  }

  /// The mean VMAF of all pictures, or nil if no libvmaf is installed.
  public var vmaf: Double? {
    let scores = pictures.compactMap(\.vmaf)
    return scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count)
  }

  /// The picture that is least like its original.
  public var worst: Picture? { pictures.min { $0.quality.all.ssim < $1.quality.all.ssim } }
}
