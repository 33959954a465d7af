internal import Foundation
import FoundationSupplement

extension NSCoder {
  /// Returns the bytes of a key, or `nil` if there are none. It exists because Linux's Foundation treats a missing key
  /// as a damaged archive.
  func data(forKey key: String) -> Data? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSData.self, forKey: key).map { Data(copying: $0) }
  }
}
