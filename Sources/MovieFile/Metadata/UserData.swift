/// The children of a `udta` box that describe the movie or the track, sorted by their form.
package struct UserData: Hashable, Sendable {
  /// The texts in QuickTime's form.
  package var texts: [UserDataText] = []
  /// The texts in ISO's and 3GPP's form.
  package var iso: [ISOUserData] = []
  package var locations: [LocationInformation] = []
  package var years: [RecordingYear] = []
  /// The items of iTunes' list.
  package var iTunes: [ITunesItem] = []
  /// QuickTime's key-value metadata, which some writers put here instead of into the movie.
  package var keyed: [KeyedMetadataItem] = []
  /// The purposes of the track: Apple's names of media characteristics (QuickTime File Format, "Media Characteristic
  /// Tags").
  package var tags: [String] = []
  /// The children of other forms, without changes.
  package var others: [OpaqueBox] = []

  private static let tag: FourCC = "tagc"

  /// The children of unknown form that describe the movie or the track.
  package var unknown: [OpaqueBox] { others.filter { !Self.structural.contains($0.type) } }

  /// The types of children that have a structural purpose: Nero's list of chapters, other metadata boxes, and free
  /// space.
  private static let structural: Set<FourCC> = ["chpl", "meta", "free", "skip", "wide"]

  package init() {}

  /// Reads the children; one that does not fit ends the list.
  package init(_ userData: OpaqueBox) {
    try? ByteReader(userData.payload, boxType: "udta").forEachBox { child in
      if UserDataText.isType(child.type) {
        if let text = try? UserDataText(child) { texts.append(text) } else { others.append(child.opaque) }
      } else if ISOUserData.types.contains(child.type), let text = try? ISOUserData(child) {
        iso.append(text)
      } else if child.type == LocationInformation.type, let location = try? LocationInformation(child) {
        locations.append(location)
      } else if child.type == RecordingYear.type, let year = try? RecordingYear(child) {
        years.append(year)
      } else if child.type == Self.tag, let tag = String(validating: child.opaque.payload, as: UTF8.self) {
        tags.append(tag)
      } else if child.type == "meta", let meta = MetaBox(child.opaque), meta.handler == ITunesItem.handler {
        iTunes += ITunesItem.items(of: meta)
      } else if child.type == "meta", let meta = MetaBox(child.opaque), meta.handler == KeyedMetadata.handler {
        keyed += KeyedMetadata.items(of: meta)
      } else {
        others.append(child.opaque)
      }
    }
  }
}
