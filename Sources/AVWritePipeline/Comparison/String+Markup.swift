extension String {
  /// The text escaped for markup (XML 1.0, 2.4). Characters that XML does not allow are left out.
  var escapedForMarkup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        break
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
