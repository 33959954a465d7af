import Dispatch
import Foundation

/// The thread on which observers are told of changes of players (PI-12, PL-15).
enum MainThread {
  /// Performs work on the main thread: at once if the caller is on it, otherwise later, in the order of the calls.
  static func perform(_ work: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { work() } else { DispatchQueue.main.async(execute: work) }
  }

  /// The queue on which notifications are posted, in order (PI-25). It is not the main one: Foundation's post waits for
  /// observers that asked for a queue. If such an observer asked for the main queue, posting on the main thread would
  /// wait for itself.
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
