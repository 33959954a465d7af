import Dispatch
import Foundation

/// The thread on which observers are told of changes of players (PI-12, PL-15).
enum MainThread {
  /// Does something on the main thread: now where the caller is on it, later otherwise, in the order of the calls.
  static func perform(_ work: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { work() } else { DispatchQueue.main.async(execute: work) }
  }

  /// Notifications are posted in their order on a thread of their own (PI-25). On the main one an observer that asks for the
  /// main queue would wait for itself, where that queue has no thread of its own: Foundation's post waits for such
  /// observers.
  private static let notifications = DispatchQueue(label: "notifications of players")

  /// Posts a notification.
  static func post(_ name: NSNotification.Name, from object: some NSObject & Sendable, error: AVError? = nil) {
    post(name, from: object) { error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] } }
  }

  /// Posts a notification.
  ///
  /// - Parameter info: returns the notification's dictionary, whose objects need not be Sendable.
  static func post(
    _ name: NSNotification.Name, from object: some NSObject & Sendable,
    info: @escaping @Sendable () -> [AnyHashable: Any]?
  ) {
    notifications.async { NotificationCenter.default.post(name: name, object: object, userInfo: info()) }
  }
}
