import Dispatch
import Foundation

/// The thread on which observers are told of what happens to players (PI-12, PL-15).
enum MainThread {
  /// Does something there: now where the caller is there, later otherwise, in the order of the calls.
  static func perform(_ work: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { work() } else { DispatchQueue.main.async(execute: work) }
  }

  /// Notifications are posted in their order on a thread of their own (PI-25). On the main one an observer that asks for the
  /// main queue would wait for itself, where that queue has no thread of its own: Foundation's post waits for such observers.
  private static let notifications = DispatchQueue(label: "notifications of players")

  /// Posts a notification.
  static func post(_ name: NSNotification.Name, from object: some NSObject & Sendable, error: AVError? = nil) {
    post(name, from: object, key: AVPlayerItemFailedToPlayToEndTimeErrorKey, value: error)
  }

  /// Posts a notification, with a value where there is one.
  static func post(
    _ name: NSNotification.Name, from object: some NSObject & Sendable, key: String, value: (some Sendable)?
  ) {
    notifications.async {
      let info = value.map { [key: $0 as Any] as [AnyHashable: Any] }
      NotificationCenter.default.post(name: name, object: object, userInfo: info)
    }
  }
}
