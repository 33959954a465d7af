public import Foundation
public import OpenCombine

extension NotificationCenter {
  /// Publishes the notifications of a name, and of one sender if it is given, as they are posted.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Publishes notifications, on the thread that posts them.
  public struct Publisher: OpenCombine.Publisher, Equatable {
    public typealias Output = Notification
    public typealias Failure = Never

    /// The center to which the notifications are posted.
    public let center: NotificationCenter
    /// The name of the notifications.
    public let name: Notification.Name
    /// The sender of the notifications. It is `nil` for any sender.
    public let object: AnyObject?

    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    public static func == (lhs: Publisher, rhs: Publisher) -> Bool {
      lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }

    /// Begins to observe. Notifications that the subscriber has not asked for are dropped.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Notification, Downstream.Failure == Never {
      let subscription = OutputSubscription(subscriber, excess: .isDropped)
      let token = center.addObserver(forName: name, object: object, queue: nil) { [weak subscription] notification in
        subscription?.send(notification)
      }
      subscription.begin { [center] in center.removeObserver(token) }
      subscriber.receive(subscription: subscription)
    }
  }
}
