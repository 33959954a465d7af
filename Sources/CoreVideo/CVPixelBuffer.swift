package import FoundationSupplement
internal import Synchronization

/// A picture in memory: base addresses, strides and an owner that keeps them alive.
///
/// As on Apple's platforms an image buffer and a pixel buffer are this one type. The pixels' memory belongs to the
/// owner: the buffer's own allocation, a pool's, or another object's memory that is not copied.
///
/// Sendable because format, size and planes never change and attachments are behind a lock. The pixels are ordinary
/// shared memory: code that writes them must see to it that nobody reads them meanwhile, as with Apple's.
public final class CVBuffer: @unchecked Sendable {
  /// One plane: the address of its first row, the number of bytes from a row to the next (negative when stored bottom
  /// up), and its size in its own pixels.
  package typealias Plane = (base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int)

  package let format: OSType
  package let width: Int
  package let height: Int
  /// The planes; one for a format that is not planar.
  package let planes: [Plane]
  /// Pixels that are stored around the picture.
  package let extendedPixels: ExtendedPixels
  /// The number of bytes in the memory that holds all planes; 0 where that is not known.
  let dataSize: Int
  let isPlanar: Bool
  private let owner: AnyObject

  private let lockCount = Atomic<Int>(0)
  private let attachments = Mutex(Attachments())

  init(
    format: OSType, width: Int, height: Int, planes: [Plane], isPlanar: Bool, extendedPixels: ExtendedPixels,
    dataSize: Int, owner: AnyObject
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.isPlanar = isPlanar
    self.extendedPixels = extendedPixels
    self.dataSize = dataSize
    self.owner = owner
  }

  /// Creates a pixel buffer over another object's memory, without a copy; `owner` is released when the buffer goes.
  ///
  /// Any format is accepted, also one that `PixelFormatDescription` does not know: then only the given planes describe
  /// the layout.
  package convenience init(
    format: OSType, width: Int, height: Int,
    planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int)], owner: AnyObject
  ) {
    self.init(
      format: format, width: width, height: height, planes: planes, isPlanar: planes.count > 1, extendedPixels: .none,
      dataSize: planes.reduce(0) { $0 + abs($1.bytesPerRow) * $1.height }, owner: owner)
  }

  /// The attachments. Reading and assigning are atomic each; `updateAttachments` makes both together atomic.
  package var storedAttachments: Attachments {
    get { attachments.withLock { $0 } }
    set { attachments.withLock { $0 = newValue } }
  }

  package func updateAttachments(_ body: (inout Attachments) -> Void) {
    attachments.withLock { body(&$0) }
  }

  func lock() { lockCount.add(1, ordering: .relaxed) }

  /// Removes a lock; returns `false` when the buffer is not locked.
  func unlock() -> Bool {
    var count = lockCount.load(ordering: .relaxed)
    while count > 0 {
      let (exchanged, original) = lockCount.compareExchange(
        expected: count, desired: count - 1, ordering: .relaxed)
      if exchanged { return true }
      count = original
    }
    return false
  }
}

/// A buffer that holds a picture.
public typealias CVImageBuffer = CVBuffer
/// A picture in main memory.
public typealias CVPixelBuffer = CVImageBuffer

extension CVBuffer: Hashable {
  /// Returns whether two buffers are the same object.
  public static func == (lhs: CVBuffer, rhs: CVBuffer) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Columns and rows that a buffer stores around the picture.
package struct ExtendedPixels: Sendable, Hashable {
  package var left = 0
  package var right = 0
  package var top = 0
  package var bottom = 0

  package static let none = ExtendedPixels()
}
