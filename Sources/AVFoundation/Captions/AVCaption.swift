public import Foundation
public import CoreMedia

/// Text that is shown for a while.
public final class AVCaption: NSObject, Sendable {
  public let text: String
  public let timeRange: CMTimeRange

  public init(_ text: String, timeRange: CMTimeRange) {
    self.text = text
    self.timeRange = timeRange
  }
}
