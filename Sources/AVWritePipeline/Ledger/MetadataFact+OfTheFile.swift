internal import AVFoundation

extension MetadataFact {
  /// A Boolean value that says whether the item describes the file and not its media, as a batch's content key does
  /// too.
  var isOfTheFile: Bool { AVMetadataIdentifier(rawValue: identifier).describesFile || ContentKey(text: value) != nil }
}
