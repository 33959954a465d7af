// Placeholder until the real file lands.
public struct CMTime: Sendable {
  public var value: Int64
  public var timescale: Int32
  public init(value: Int64, timescale: Int32) { self.value = value; self.timescale = timescale }
  public var isNumeric: Bool { true }
  public var seconds: Double { Double(value) / Double(timescale) }
}
