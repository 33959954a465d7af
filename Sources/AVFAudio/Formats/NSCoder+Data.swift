internal import Foundation
import FoundationSupplement

extension NSCoder {
  /// Returns the bytes under a key. It is `nil` where there are none. Linux's Foundation takes a missing key for a
  /// damaged archive.
  func data(forKey key: String) -> Data? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSData.self, forKey: key).map { Data(copying: $0) }
  }
}
