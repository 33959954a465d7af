public import Foundation
public import FoundationSupplement

/// Called when the bytes of a data provider are no longer needed, with the values that it was made with.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Bytes that an image is made of.
///
/// The bytes never change while it exists. Any thread.
public final class CGDataProvider: @unchecked Sendable {
  // Sendable: bytes that nobody writes to, and an owner that is only kept.
  let bytes: UnsafeRawBufferPointer
  private let owner: AnyObject?
  private let release: (() -> Void)?

  /// Keeps foreign memory, which nobody writes to, for as long as its owner lives.
  package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?) {
    (self.bytes, self.owner, release) = (bytes, owner, nil)
  }

  /// The bytes of data, which is kept.
  public convenience init?(data: CFData) {
    // Data that can be changed is copied, and other data is itself its copy.
    guard let kept = data.copy() as? NSData else { return nil }
    self.init(UnsafeRawBufferPointer(start: kept.bytes, count: kept.length), owner: kept)
  }

  /// The bytes of a file, which is read now. It is `nil` where that cannot be read.
  public convenience init?(url: CFURL) {
    guard let url = url as URL?, let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: NSData(data: data))
  }

  /// Keeps memory of the client's.
  ///
  /// - Parameters:
  ///   - info: passed on to `releaseData`.
  ///   - data: the first of the bytes, which have to stay as they are until `releaseData` is called.
  ///   - releaseData: called once, when nothing needs the bytes any more, on whatever thread that happens.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @escaping CGDataProviderReleaseDataCallback
  ) {
    bytes = UnsafeRawBufferPointer(start: data, count: size)
    owner = nil
    release = { releaseData(info, data, size) }
  }

  deinit { release?() }

  /// The bytes. They are not copied: the data keeps the provider.
  public var data: CFData? {
    let (start, kept) = (UnsafeMutableRawPointer(mutating: bytes.baseAddress), self)
    guard let start else { return NSData() }
    return NSData(bytesNoCopy: start, length: bytes.count) { _, _ in withExtendedLifetime(kept) {} }
  }
}
