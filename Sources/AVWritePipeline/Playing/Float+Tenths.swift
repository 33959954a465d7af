extension Float {
  /// The nearest number with one decimal; nobody looks at more.
  var tenths: Double { (Double(self) * 10).rounded() / 10 }
}
