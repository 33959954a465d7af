extension Int32 {
  /// The smallest multiple of a time scale that is at least as fine as a movie's usual one, 600.
  var fineTimeScale: Int32 {
    let usual: Int32 = 600
    return self <= 0 || self >= usual ? self : self * ((usual + self - 1) / self)
  }
}
