import Foundation

extension NSObject {
  /// Returns the text that `print` shows for an object: its class, its address and a few facts, in the form of Apple's
  /// classes.
  func described(_ facts: KeyValuePairs<String, String>) -> String {
    let address = String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
    return "<\(type(of: self)): 0x\(address)" + facts.map { ", \($0) = \($1)" }.joined() + ">"
  }
}
