internal import Foundation

extension NSCoder {
  /// The bytes under a key; `nil` where there are none. Linux Foundation takes a key that lacks for a damaged archive.
  func data(forKey key: String) -> Data? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
  }
}
