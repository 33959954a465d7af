internal import CoreGraphics
public import Foundation

extension CVMutablePixelBuffer {
  /// Makes mutable pixel buffers of one format and size, and uses their memory again. Any thread.
  public final class Pool: Sendable {
    /// How a pool keeps memory.
    public struct Configuration: Sendable, Equatable {
      /// Seconds that unused memory is kept.
      public var ageOutDuration: TimeInterval
      /// Buffers that are kept however old they are.
      public var minimumBufferCount: Int

      public init(ageOutDuration: TimeInterval = 1, minimumBufferCount: Int = 0) {
        self.ageOutDuration = ageOutDuration
        self.minimumBufferCount = minimumBufferCount
      }
    }

    /// How one buffer is allocated.
    public struct AllocationAttributes: Sendable, Equatable {
      /// Nothing is allocated when the pool has this many buffers, used or not; `nil` for no limit.
      public var allocationThreshold: Int?

      public init(allocationThreshold: Int? = nil) { self.allocationThreshold = allocationThreshold }
    }

    /// What the pool's buffers are like.
    public let pixelBufferAttributes: CVPixelBufferCreationAttributes
    private let pool: CVPixelBufferPool

    /// - Throws: `CVError` for attributes or a configuration that cannot be had.
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

    /// A buffer whose content is not defined, and whose memory comes back to the pool when it goes.
    ///
    /// - Throws: `CVError.wouldExceedAllocationThreshold`.
    public func makeMutablePixelBuffer(_ attributes: AllocationAttributes = .init()) throws -> CVMutablePixelBuffer {
      guard let buffer = pool.makeBuffer(threshold: attributes.allocationThreshold) else {
        throw CVError.wouldExceedAllocationThreshold
      }
      return CVMutablePixelBuffer(unsafeBuffer: buffer)
    }

    /// Gives up unused memory: all of it, or what is too old.
    public func flush(agedOutOnly: Bool = false) { pool.flush(all: !agedOutOnly) }
  }
}
