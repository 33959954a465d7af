public import Dispatch
public import OpenCombine

extension DispatchQueue {
  /// A point in time as dispatch queues count it.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The time itself.
    public var dispatchTime: DispatchTime

    public init(_ time: DispatchTime) { dispatchTime = time }

    public init(from decoder: any Decoder) throws {
      self.init(DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self)))
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    /// Returns the time from this to the other.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      let length = Int(clamping: end > start ? end - start : start - end)
      return .nanoseconds(end > start ? length : -length)
    }

    /// Returns the time that is later by a stride.
    public func advanced(by stride: Stride) -> SchedulerTimeType {
      SchedulerTimeType(dispatchTime + stride.timeInterval)
    }

    /// A length of time in nanoseconds. Literals are seconds.
    public struct Stride:
      SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Codable,
      Sendable
    {
      private static let nanosecondsPerSecond = 1_000_000_000

      /// The length in nanoseconds.
      public var magnitude: Int

      /// The length as Dispatch has it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      private init(nanoseconds: Int) { magnitude = nanoseconds }

      /// The length of an interval of Dispatch. `.never` is the longest.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let seconds): self = .seconds(seconds)
        case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
        case .microseconds(let microseconds): self = .microseconds(microseconds)
        case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
        case .never: self = .nanoseconds(.max)
        @unknown default: self = .nanoseconds(.max)
        }
      }

      public init(floatLiteral value: Double) { self = .seconds(value) }
      public init(integerLiteral value: Int) { self = .seconds(value) }

      public init?<Source: BinaryInteger>(exactly source: Source) {
        guard let nanoseconds = Int(exactly: source) else { return nil }
        self.init(nanoseconds: nanoseconds)
      }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.magnitude - rhs.magnitude) }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.magnitude * rhs.magnitude) }
      public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
      public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

      /// Returns a stride of a number of seconds, the longest stride at most.
      public static func seconds(_ seconds: Double) -> Stride {
        let nanoseconds = seconds * Double(nanosecondsPerSecond)
        return Stride(nanoseconds: Int(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? -.max : .max))
      }

      /// Returns a stride of a number of seconds.
      public static func seconds(_ seconds: Int) -> Stride { multiple(of: nanosecondsPerSecond, seconds) }
      /// Returns a stride of a number of thousandths of a second.
      public static func milliseconds(_ milliseconds: Int) -> Stride { multiple(of: 1_000_000, milliseconds) }
      /// Returns a stride of a number of millionths of a second.
      public static func microseconds(_ microseconds: Int) -> Stride { multiple(of: 1000, microseconds) }
      /// Returns a stride of a number of billionths of a second.
      public static func nanoseconds(_ nanoseconds: Int) -> Stride { Stride(nanoseconds: nanoseconds) }

      /// Returns a product, or the longest stride where the product is longer.
      private static func multiple(of unit: Int, _ count: Int) -> Stride {
        let (product, isTooLong) = unit.multipliedReportingOverflow(by: count)
        return Stride(nanoseconds: isTooLong ? (count < 0 ? -.max : .max) : product)
      }
    }
  }
}
