package import Foundation

// Linux's Foundation copies the bytes of an `NSData` one at a time when it is converted to a `Data` by `as`, `as?` or
// `init(referencing:)`. That takes some 100 ns for each byte, so that a cover of a megabyte costs a tenth of a second
// at each access. The functions here copy all bytes at once.

extension Data {
  /// Creates data with the bytes of an object, copied together.
  package init(copying data: NSData) {
    self = data.length == 0 ? Data() : Data(bytes: data.bytes, count: data.length)
  }

  /// Creates data with the bytes of a value that is a `Data` or an `NSData`. Returns `nil` for another one.
  package init?(bytesOf value: Any?) {
    // A conditional cast would make a `Data` of an `NSData` by itself.
    guard let value else { return nil }
    if type(of: value) is NSData.Type, let data = value as? NSData {
      self.init(copying: data)
    } else if let data = value as? Data {
      self = data
    } else {
      return nil
    }
  }
}

extension [UInt8] {
  /// Creates an array with the bytes of a value that is a `Data` or an `NSData`. Returns `nil` for another one.
  package init?(bytesOf value: Any?) {
    guard let data = Data(bytesOf: value) else { return nil }
    self.init(data)
  }
}
