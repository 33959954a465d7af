/// The way in which an item's client combines its tracks: a composition of pictures, or a mix of sound.
///
/// Two treatments are equal if they are the same object. Any thread.
package final class MediaTreatment<Value: Sendable>: Equatable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (one: MediaTreatment, other: MediaTreatment) -> Bool { one === other }
}

/// Makes the plan of composed pictures each time they are opened, since a client's compositor has one reader at a time.
package typealias PictureTreatment = MediaTreatment<@Sendable () throws -> CompositedPictures.Plan>

/// The treatment of the sounds, by their tracks.
package typealias MixTreatment = MediaTreatment<[Int32: SoundTreatment]>
