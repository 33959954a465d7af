public import Foundation
public import CoreMedia

/// The captions that are shown together; without any, a stretch of time without captions (CA-05).
public final class AVCaptionGroup: NSObject, Sendable {
  public let captions: [AVCaption]
  public let timeRange: CMTimeRange

  public init(captions: [AVCaption], timeRange: CMTimeRange) {
    self.captions = captions
    self.timeRange = timeRange
  }

  public convenience init(timeRange: CMTimeRange) { self.init(captions: [], timeRange: timeRange) }
}
