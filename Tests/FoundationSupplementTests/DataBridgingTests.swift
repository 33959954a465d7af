import Foundation
import FoundationSupplement
import Testing

/// The bytes of values that are `Data` or `NSData`.
struct DataBridgingTests {
  private let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

  @Test func `an object's bytes are those of the data`() {
    let values: [Any] = [
      Data(bytes), NSData(data: Data(bytes)), NSMutableData(data: Data(bytes)), (Data([1]) + Data(bytes)).dropFirst(),
    ]
    for value in values {
      #expect(Data(bytesOf: value) == Data(bytes), "\(type(of: value))")
      #expect([UInt8](bytesOf: value) == bytes, "\(type(of: value))")
    }
    #expect(Data(bytesOf: NSData()) == Data())
  }

  @Test func `what is no data has no bytes`() {
    for value in [nil, "text", NSString("text"), 7, bytes] as [Any?] { #expect(Data(bytesOf: value) == nil) }
  }

  @Test func `the copy is the object's own no more`() {
    let object = NSMutableData(data: Data(bytes))
    let copy = Data(copying: object)
    object.resetBytes(in: NSRange(location: 0, length: 10))
    #expect(copy == Data(bytes))
  }
}
