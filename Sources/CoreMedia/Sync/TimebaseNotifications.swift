import Foundation
import Synchronization

/// The notifications that a timebase posts to its observers, on the thread that changed it.
final class TimebaseNotifications: Sendable {
  struct Event {
    let name: NSNotification.Name
    let timebase: CMTimebase
    /// The timebase's time at the change.
    let time: CMTime

    /// Posts the event. The caller does not hold the lock of the timebases: observers may read and set them.
    func post() {
      timebase.notifications.posting {
        let time = CMTimeCopyAsDictionary(time, allocator: nil)
        NotificationCenter.default.post(
          name: name, object: timebase, userInfo: time.map { [CMTimebase.NotificationKey.eventTime.rawValue: $0] })
      }
    }
  }

  /// The threads that are posting.
  private let threads = Mutex<[UInt]>([])
  private let group = DispatchGroup()

  private static var thisThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

  private func posting(_ body: () -> Void) {
    group.enter()
    threads.withLock { $0.append(Self.thisThread) }
    body()
    threads.withLock { threads in
      if let index = threads.lastIndex(of: Self.thisThread) { threads.remove(at: index) }
    }
    group.leave()
  }

  /// Waits until nothing is being posted. An observer that calls it does not wait for itself.
  func wait() {
    if threads.withLock({ $0.contains(Self.thisThread) }) { return }
    group.wait()
  }
}

extension CMTimebase {
  /// The name of the notification that is posted after the effective rate changed, by a change of this timebase or of
  /// one that it follows (CT-11). Its object is the timebase.
  public static let effectiveRateChanged = NSNotification.Name(kCMTimebaseNotification_EffectiveRateChanged as String)

  /// The name of the notification that is posted after the time jumped: this timebase or one that it follows was set to
  /// a time (CT-12). Its object is the timebase.
  public static let timeJumped = NSNotification.Name(kCMTimebaseNotification_TimeJumped as String)

  /// A key of a notification's `userInfo`.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The timebase's time at the change, as `CMTimeCopyAsDictionary(_:allocator:)` writes it.
    public static let eventTime = NotificationKey(rawValue: kCMTimebaseNotificationKey_EventTime as String)
  }

  /// Waits until no notification of this timebase is being posted on another thread. Throws nothing.
  public func notificationBarrier() throws { notifications.wait() }
}
