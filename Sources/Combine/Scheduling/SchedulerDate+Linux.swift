public import Foundation
public import OpenCombine

/// A point in time as run loops and operation queues count it. Apple has a type for each of both.
public struct SchedulerDate: Strideable, Codable, Hashable, Sendable {
  /// The time itself.
  public var date: Date

  public init(_ date: Date) { self.date = date }

  /// Returns the time from this to the other.
  public func distance(to other: SchedulerDate) -> Stride { Stride(other.date.timeIntervalSince(date)) }
  /// Returns the time that is later by a stride.
  public func advanced(by stride: Stride) -> SchedulerDate { SchedulerDate(date + stride.timeInterval) }

  /// A length of time in seconds.
  public struct Stride:
    SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The length in seconds.
    public var magnitude: TimeInterval
    /// The length as an interval.
    public var timeInterval: TimeInterval { magnitude }

    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    public init(floatLiteral value: TimeInterval) { self.init(value) }
    public init(integerLiteral value: TimeInterval) { self.init(value) }

    public init?<Source: BinaryInteger>(exactly source: Source) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      self.init(seconds)
    }

    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    /// Returns a stride of a number of seconds.
    public static func seconds(_ seconds: Int) -> Stride { Stride(Double(seconds)) }
    /// Returns a stride of a number of seconds.
    public static func seconds(_ seconds: Double) -> Stride { Stride(seconds) }
    /// Returns a stride of a number of thousandths of a second.
    public static func milliseconds(_ milliseconds: Int) -> Stride { Stride(Double(milliseconds) / 1e3) }
    /// Returns a stride of a number of millionths of a second.
    public static func microseconds(_ microseconds: Int) -> Stride { Stride(Double(microseconds) / 1e6) }
    /// Returns a stride of a number of billionths of a second.
    public static func nanoseconds(_ nanoseconds: Int) -> Stride { Stride(Double(nanoseconds) / 1e9) }
  }
}
