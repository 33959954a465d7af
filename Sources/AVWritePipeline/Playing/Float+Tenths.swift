extension Float {
  /// The nearest number with one decimal: more are not looked at.
  var tenths: Double { (Double(self) * 10).rounded() / 10 }
}
