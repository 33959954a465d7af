/// The children of a `udta` box that say something of the movie or the track, by their form.
package struct UserData: Hashable, Sendable {
  /// QuickTime's texts.
  package var texts: [UserDataText] = []
  /// ISO's and 3GPP's texts.
  package var iso: [ISOUserData] = []
  package var locations: [LocationInformation] = []
  package var years: [RecordingYear] = []
  /// iTunes' list.
  package var iTunes: [ITunesItem] = []
  /// QuickTime's key-value metadata, which some writers put here and not into the movie.
  package var keyed: [KeyedMetadataItem] = []
  /// What the track is for: Apple's names of media characteristics (QuickTime File Format, "Media Characteristic Tags").
  package var tags: [String] = []
  /// Children of another form, as they are.
  package var others: [OpaqueBox] = []

  private static let tag: FourCC = "tagc"

  /// Children of which nothing more is known than that they say something of the movie or the track.
  package var unknown: [OpaqueBox] { others.filter { !Self.structural.contains($0.type) } }

  /// Nero's list of chapters, other boxes of metadata, and room.
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
