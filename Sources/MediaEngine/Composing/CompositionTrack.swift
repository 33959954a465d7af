package import CoreGraphics
package import CoreMedia

/// One track of a composition: its segments and properties. A pure value.
package struct CompositionTrack: Sendable {
  /// A replacement for the format description of samples.
  package struct Replacement: Sendable {
    package let original: CMFormatDescription
    package let replacement: CMFormatDescription
  }

  package let trackID: Int32
  package let mediaType: CMFormatDescription.MediaType
  package var map = CompositionMap<ComposedMedia>()
  package var isEnabled = true
  /// The number of ticks a second. If it is `nil`, it is that of the first media.
  package var timeScale: Int32?
  package var languageCode: String?
  package var extendedLanguageTag: String?
  package var transform = CGAffineTransform.identity
  package var volume: Float = 1
  /// The references to other tracks: the four characters of their type, and the tracks' identifiers.
  package var associations: [(type: UInt32, trackIDs: [UInt32])] = []
  package private(set) var replacements: [Replacement] = []

  package init(trackID: Int32, mediaType: CMFormatDescription.MediaType) {
    (self.trackID, self.mediaType) = (trackID, mediaType)
  }

  /// Returns the format description that samples have in the composition.
  func shown(_ format: CMFormatDescription) -> CMFormatDescription {
    replacements.first { $0.original == format }?.replacement ?? format
  }

  /// Replaces a format description by another (CO-34). With `nil` the original is restored.
  package mutating func replace(_ original: CMFormatDescription, with replacement: CMFormatDescription?) {
    replacements.removeAll { $0.original == original }
    if let replacement { replacements.append(Replacement(original: original, replacement: replacement)) }
  }

  package mutating func addAssociation(_ type: UInt32, to trackID: Int32) {
    let trackID = UInt32(bitPattern: trackID)
    guard let index = associations.firstIndex(where: { $0.type == type }) else {
      associations.append((type, [trackID]))
      return
    }
    if !associations[index].trackIDs.contains(trackID) { associations[index].trackIDs.append(trackID) }
  }

  package mutating func removeAssociation(_ type: UInt32, to trackID: Int32) {
    for index in associations.indices where associations[index].type == type {
      associations[index].trackIDs.removeAll { $0 == UInt32(bitPattern: trackID) }
    }
    associations.removeAll { $0.trackIDs.isEmpty }
  }
}
