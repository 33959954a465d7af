internal import CoreGraphics
public import Foundation

extension CVMutablePixelBuffer {
  /// A pool that makes mutable pixel buffers of one format and size, and uses their memory again. Any thread may use
  /// it.
  public final class Pool: Sendable {
    /// The rules by which a pool keeps memory.
    public struct Configuration: Sendable, Equatable {
      /// The time that unused memory is kept, in seconds.
      public var ageOutDuration: TimeInterval
      /// The number of buffers that are kept however old they are.
      public var minimumBufferCount: Int

      public init(ageOutDuration: TimeInterval = 1, minimumBufferCount: Int = 0) {
        self.ageOutDuration = ageOutDuration
        self.minimumBufferCount = minimumBufferCount
      }
    }

    /// The options for allocating one buffer.
    public struct AllocationAttributes: Sendable, Equatable {
      /// The number of buffers, used or not, from which on the pool allocates no more, or `nil` for no limit.
      public var allocationThreshold: Int?

      public init(allocationThreshold: Int? = nil) { self.allocationThreshold = allocationThreshold }
    }

    /// The attributes of the pool's buffers.
    public let pixelBufferAttributes: CVPixelBufferCreationAttributes
    private let pool: CVPixelBufferPool

    /// Creates a pool of buffers that have the same attributes.
    ///
    /// - Throws: `CVError` for attributes or a configuration that are not possible.
    public init(
      pixelBufferAttributes attributes: CVPixelBufferCreationAttributes, configuration: Configuration = .init()
    ) throws {
      let values: [String: Any] = [
        String(kCVPixelBufferPoolMaximumBufferAgeKey): configuration.ageOutDuration,
        String(kCVPixelBufferPoolMinimumBufferCountKey): configuration.minimumBufferCount,
      ]
      var made: CVPixelBufferPool?
      try CVError.check(
        CVPixelBufferPoolCreate(
          nil, NSDictionary(dictionary: values), NSDictionary(dictionary: attributes.dictionary), &made))
      guard let made else { throw CVError.poolAllocationFailed }
      pool = made
      pixelBufferAttributes = attributes
    }

    /// Returns a buffer whose content is not defined, and whose memory comes back to the pool when the buffer goes.
    ///
    /// - Throws: `CVError.wouldExceedAllocationThreshold`.
    public func makeMutablePixelBuffer(_ attributes: AllocationAttributes = .init()) throws -> CVMutablePixelBuffer {
      guard let buffer = pool.makeBuffer(threshold: attributes.allocationThreshold) else {
        throw CVError.wouldExceedAllocationThreshold
      }
      return CVMutablePixelBuffer(unsafeBuffer: buffer)
    }

    /// Frees unused memory: all of it, or only memory that is unused for too long.
    public func flush(agedOutOnly: Bool = false) { pool.flush(all: !agedOutOnly) }
  }
}
