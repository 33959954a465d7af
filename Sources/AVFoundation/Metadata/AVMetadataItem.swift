public import CoreMedia
public import Foundation
import Synchronization

/// One fact about a file, a track or a time: its meaning and its value.
///
/// Immutable; any thread. The value may be loaded only when it is asked for: `load(.value)` waits without blocking,
/// the deprecated properties block.
public class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is protected by one lock, and values are copies that are never changed.

  private let storage: Mutex<MetadataItemFields>

  var fields: MetadataItemFields { storage.withLock { $0 } }

  func update(_ change: (inout MetadataItemFields) -> Void) { storage.withLock { change(&$0) } }

  init(_ fields: MetadataItemFields) { storage = Mutex(fields) }

  /// An empty item.
  public override init() { storage = Mutex(MetadataItemFields()) }

  /// An item like another one, with a value that is loaded when it is first asked for.
  ///
  /// - Parameter handler: called once, on any thread; it answers the request, then or later.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public init(
    propertiesOfMetadataItem metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
  ) {
    var fields = metadataItem.fields
    fields.value = .deferred(DeferredMetadataValue(handler))
    storage = Mutex(fields)
  }

  /// The class, the identifier, the language and the value; a value that was not loaded yet is not waited for.
  public override var description: String {
    let fields = fields
    let shown =
      if case .deferred = fields.value { "not loaded" } else { stringValue ?? value.map { "\($0)" } ?? "none" }
    return described([
      "identifier": fields.identifier?.rawValue ?? "none",
      "extendedLanguageTag": fields.extendedLanguageTag ?? "none", "value": shown,
    ])
  }

  // MARK: What it means

  /// The key space and the key in it, or `nil` if no key space or key is known.
  public var identifier: AVMetadataIdentifier? { fields.identifier }
  /// The key: a string as the constants of `AVMetadataKey` have it, or the object that was set.
  public var key: (any NSCopying & NSObjectProtocol)? { fields.key }
  /// The key space that the key is of.
  public var keySpace: AVMetadataKeySpace? { fields.keySpace }
  /// The common key with the same meaning, or `nil` if there is none.
  public var commonKey: AVMetadataKey? { fields.identifier.flatMap(CommonKeys.key(of:)) }

  /// The language of the value.
  public var locale: Locale? { fields.locale ?? fields.extendedLanguageTag.map { Locale(identifier: $0) } }
  /// The language of the value as a BCP 47 tag.
  public var extendedLanguageTag: String? {
    fields.extendedLanguageTag ?? fields.locale?.identifier.replacingOccurrences(of: "_", with: "-")
  }

  /// The time from which on the item holds, on the timeline of its asset. It is invalid where the item holds always.
  public var time: CMTime { fields.time }
  /// The duration for which the item holds.
  public var duration: CMTime { fields.duration }
  /// The date from which on the item holds, by the calendar.
  public var startDate: Date? { fields.startDate }

  // MARK: Its value

  /// The data type in which the value is stored: a `kCMMetadataBaseDataType_…` or a type that conforms to one.
  public var dataType: String? { fields.dataType ?? loadedValue.flatMap(MetadataItemValue.defaultDataType)?.name }

  /// The value. Getting it blocks until it is loaded, and it is `nil` where that fails.
  public var value: (any NSCopying & NSObjectProtocol)? { loadedValue }
  /// The value as a string. It is `nil` for a value that is no string and cannot be written as one.
  public var stringValue: String? { loadedValue.flatMap(MetadataItemValue.string) }
  /// The value as a number. It is `nil` for a value that is no number and cannot be read as one.
  public var numberValue: NSNumber? { loadedValue.flatMap(MetadataItemValue.number) }
  /// The value as a date. It is `nil` for a value that is no date and cannot be read as one (ISO 8601).
  public var dateValue: Date? { loadedValue.flatMap(MetadataItemValue.date) }
  /// The value as the bytes that a file holds.
  public var dataValue: Data? { loadedValue.flatMap { MetadataItemValue.data($0, dataType: fields.dataType) } }
  /// The attributes that the key space gives the item besides its value.
  public var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { fields.extraAttributes }

  private var loadedValue: MetadataItemFields.Object? {
    switch fields.value {
    case .known(let value): value
    case .deferred(let deferred): deferred.wait(for: self)
    }
  }

  // MARK: Copying

  /// The item itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  /// An `AVMutableMetadataItem` with the same contents.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(fields) }
}
