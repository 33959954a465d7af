package import Foundation

// Linux's Foundation takes the bytes of an `NSData` one at a time where it becomes a `Data`, by `as`, `as?` or
// `init(referencing:)`: some 100 ns each, so that a cover of a megabyte costs a tenth of a second each time it is looked
// at. Here they are copied together.

extension Data {
  /// Creates data with the bytes of an object, copied together.
  package init(copying data: NSData) {
    self = data.length == 0 ? Data() : Data(bytes: data.bytes, count: data.length)
  }

  /// Creates data with the bytes of a value that is a `Data` or an `NSData`; `nil` for another one.
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
  /// Creates an array with the bytes of a value that is a `Data` or an `NSData`; `nil` for another one.
  package init?(bytesOf value: Any?) {
    guard let data = Data(bytesOf: value) else { return nil }
    self.init(data)
  }
}
