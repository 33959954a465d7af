public import Foundation

extension NotificationCenter {
  /// The notifications of a name, and of one sender if it is given, as an asynchronous sequence.
  ///
  /// Observation begins with `makeAsyncIterator()`, which a `for await` loop calls first, and ends with the iterator.
  /// The center does not keep the sender alive.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// The notifications that a center delivers, from the moment on when iteration begins.
  ///
  /// A slow consumer gets the latest ones: as with Apple's, seven are kept for it.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    // Sendable: constants; the sender's reference is the runtime's to guard and is only compared.

    public typealias Element = Notification

    /// The number of notifications that wait for a consumer at most. Each further one drops the oldest.
    static let capacity = 7

    private let center: NotificationCenter
    private let name: Notification.Name
    private let isFromAnybody: Bool
    private weak var object: AnyObject?

    init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      self.center = center
      self.name = name
      isFromAnybody = object == nil
      self.object = object
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator {
      // Nothing comes from a sender that is gone.
      guard let sender = object else { return Iterator(isFromAnybody ? subscription(to: nil) : nil) }
      return Iterator(subscription(to: sender))
    }

    private func subscription(to object: AnyObject?) -> NotificationSubscription {
      NotificationSubscription(center: center, name: name, object: object)
    }

    /// An iterator that waits for one notification after the other.
    public struct Iterator: AsyncIteratorProtocol {
      private let subscription: NotificationSubscription?
      private var received: AsyncStream<NotificationSubscription.Received>.Iterator?

      init(_ subscription: NotificationSubscription?) {
        self.subscription = subscription
        received = subscription?.stream.makeAsyncIterator()
      }

      /// The next notification, or `nil` when the task was cancelled.
      public mutating func next() async -> Notification? { await received?.next()?.notification }

      /// The next notification, or `nil` when the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await received?.next(isolation: actor)?.notification
      }
    }
  }
}

/// One observer of a center, which passes its notifications on through a stream. It ends with this object.
final class NotificationSubscription: @unchecked Sendable {
  // Sendable: constants; centers are thread-safe.

  /// A notification on its way to another task.
  struct Received: @unchecked Sendable {
    // Sendable: a notification is a value; what its sender put into it is the sender's to share, as with Apple's.
    let notification: Notification
  }

  let stream: AsyncStream<Received>
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Received.self, bufferingPolicy: .bufferingNewest(NotificationCenter.Notifications.capacity))
    self.stream = stream
    self.center = center
    token = center.addObserver(forName: name, object: object, queue: nil) {
      continuation.yield(Received(notification: $0))
    }
  }

  deinit { center.removeObserver(token) }
}
