public import CoreMedia
public import Foundation

/// A metadata item that can be changed. Setting the identifier sets key space and key, and the other way round.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // Sendable: as its superclass; each property by itself.

  /// The key space and the key in it.
  public override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { update { $0.set(newValue) } }
  }

  /// The key: a string, four characters as a number, or bytes. Copied.
  public override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { update { $0.set(key: newValue) } }
  }

  /// The key space that the key is of.
  public override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { update { $0.set(newValue) } }
  }

  /// The language of the value.
  public override var locale: Locale? {
    get { super.locale }
    set { update { $0.locale = newValue } }
  }

  /// The language of the value as a BCP 47 tag.
  public override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { update { $0.extendedLanguageTag = newValue } }
  }

  /// The time from which on the item holds, on the timeline of its asset.
  public override var time: CMTime {
    get { super.time }
    set { update { $0.time = newValue } }
  }

  /// The duration for which the item holds.
  public override var duration: CMTime {
    get { super.duration }
    set { update { $0.duration = newValue } }
  }

  /// The date from which on the item holds, by the calendar.
  public override var startDate: Date? {
    get { super.startDate }
    set { update { $0.startDate = newValue } }
  }

  /// The data type in which the value is stored. With `nil`, the type of the value decides.
  public override var dataType: String? {
    get { super.dataType }
    set { update { $0.dataType = newValue } }
  }

  /// The value: a string, number, date or bytes, or for the geometric data types an array or dictionary of numbers.
  /// Copied.
  public override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set { update { $0.value = .known(newValue.flatMap(MetadataItemFields.copy)) } }
  }

  /// The value as a string. It is `nil` for a value that is no string and cannot be written as one.
  public override var stringValue: String? { super.stringValue }
  /// The value as a number. It is `nil` for a value that is no number and cannot be read as one.
  public override var numberValue: NSNumber? { super.numberValue }
  /// The value as a date. It is `nil` for a value that is no date and cannot be read as one (ISO 8601).
  public override var dateValue: Date? { super.dateValue }
  /// The value as the bytes that a file holds.
  public override var dataValue: Data? { super.dataValue }

  /// The attributes that the key space gives the item besides its value.
  public override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { super.extraAttributes }
    set { update { $0.extraAttributes = newValue } }
  }

  /// An item that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(fields) }
}
