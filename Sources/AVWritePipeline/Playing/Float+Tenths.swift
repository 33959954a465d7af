extension Float {
  /// The number rounded to one decimal, which is enough for display.
  var tenths: Double { (Double(self) * 10).rounded() / 10 }
}
