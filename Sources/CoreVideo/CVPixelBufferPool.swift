public import CoreGraphics
internal import Foundation

/// A pool that makes pixel buffers of one format and size, and reuses their memory.
///
/// Any thread may use a pool. A buffer keeps its memory as long as it exists, even longer than the pool. Memory that is
/// returned is kept while the pool is in use: that of `kCVPixelBufferPoolMinimumBufferCountKey` buffers always, other
/// memory until it was unused for `kCVPixelBufferPoolMaximumBufferAgeKey` seconds. The pool checks ages whenever a
/// buffer is made or returned.
public final class CVPixelBufferPool: @unchecked Sendable {
  let attributes: CFDictionary?
  let pixelBufferAttributes: CFDictionary
  private let layout: PixelBufferLayout
  private let memories: PixelMemoryPool

  init(attributes: CFDictionary?, pixelBufferAttributes: CFDictionary) throws(PixelBufferFailure) {
    let minimum = try Self.number(kCVPixelBufferPoolMinimumBufferCountKey, in: attributes) ?? 0
    let age = try Self.number(kCVPixelBufferPoolMaximumBufferAgeKey, in: attributes) ?? Self.defaultMaximumAge
    let parsed = try PixelBufferAttributes(pixelBufferAttributes)
    guard let format = parsed.format, let width = parsed.width, let height = parsed.height else {
      throw PixelBufferFailure(code: kCVReturnInvalidPixelBufferAttributes)
    }
    layout = try PixelBufferLayout(format: format, width: width, height: height, attributes: parsed)
    memories = PixelMemoryPool(
      byteCount: layout.byteCount, minimumCount: Int(minimum), maximumAge: .seconds(age))
    self.attributes = attributes
    self.pixelBufferAttributes = pixelBufferAttributes
    memories.pool = self
  }

  /// The time that unused memory is kept by default, in seconds, as on Apple's platforms.
  private static let defaultMaximumAge = 1.0

  private static func number(_ key: CFString, in attributes: CFDictionary?) throws(PixelBufferFailure) -> Double? {
    guard let value = attributes?.object(forKey: key) else { return nil }
    guard let number = NumberAttribute(value)?.value.doubleValue, (0...1e9).contains(number) else {
      throw PixelBufferFailure(code: kCVReturnInvalidPoolAttributes)
    }
    return number
  }

  /// Returns a buffer whose memory is returned to the pool when the buffer is released.
  ///
  /// - Parameter threshold: no memory is allocated when the pool has this many buffers, used or not.
  /// - Returns: `nil` where the threshold forbids it.
  package func makeBuffer(threshold: Int? = nil) -> CVPixelBuffer? {
    guard let lease = memories.lease(threshold: threshold) else { return nil }
    return layout.makeBuffer(over: lease.memory.base, owner: lease)
  }

  func flush(all: Bool) { memories.flush(all: all) }
}

extension CVPixelBufferPool: Hashable {
  public static func == (lhs: CVPixelBufferPool, rhs: CVPixelBufferPool) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Options for flushing a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable, Hashable {
  public let rawValue: CVOptionFlags
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// Frees every unused buffer, whatever its age.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Creates a pool. The buffers' attributes must have a pixel format, a width and a height.
///
/// - Returns: `kCVReturnInvalidPoolAttributes`, or the code that `CVPixelBufferCreate` returns for the attributes.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = nil
  guard let pixelBufferAttributes else { return kCVReturnInvalidPixelBufferAttributes }
  do {
    poolOut.pointee = try CVPixelBufferPool(attributes: poolAttributes, pixelBufferAttributes: pixelBufferAttributes)
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}

/// Creates a buffer from the pool.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Creates a buffer from the pool; returns `kCVReturnWouldExceedAllocationThreshold` when the auxiliary attributes'
/// `kCVPixelBufferPoolAllocationThresholdKey` forbids another allocation.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let threshold = auxAttributes?.object(forKey: kCVPixelBufferPoolAllocationThresholdKey)
  if threshold != nil, NumberAttribute(threshold)?.integer == nil { return kCVReturnInvalidPixelBufferAttributes }
  guard let buffer = pixelBufferPool.makeBuffer(threshold: NumberAttribute(threshold)?.integer) else {
    return kCVReturnWouldExceedAllocationThreshold
  }
  pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// Frees memory that is unused for too long, or with `.excessBuffers` all that is unused.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush(all: options.contains(.excessBuffers))
}

/// Returns the attributes that the pool was created with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Returns the attributes of the pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.pixelBufferAttributes
}

/// Returns a number that identifies the class of pools in the running program.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID { CFTypeID(of: CVPixelBufferPool.self) }
