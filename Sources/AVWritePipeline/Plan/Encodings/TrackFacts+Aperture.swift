extension TrackFacts.Video {
  /// Returns the clean aperture of all pictures, for an encoding in their own size. It is nil if they have several, or if
  /// an encoder's files cannot state it.
  func statableAperture(in container: Container) -> TrackFacts.CleanAperture? {
    guard container.isMovie, hasOneAperture, let cleanAperture,
      cleanAperture.isStatable(inWidth: width, height: height)
    else { return nil }
    return cleanAperture
  }
}
