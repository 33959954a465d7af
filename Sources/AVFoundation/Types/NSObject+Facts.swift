import Foundation

extension NSObject {
  /// What `print` says of an object: its class, its address and a few facts, as Apple's classes say it.
  func described(_ facts: KeyValuePairs<String, String>) -> String {
    let address = String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
    return "<\(type(of: self)): 0x\(address)" + facts.map { ", \($0) = \($1)" }.joined() + ">"
  }
}
