/// The ways in which an item's client lets its tracks be put together: a composition of pictures, and a mix of sound.
///
/// Two are the same if they are one object. Any thread.
package final class MediaTreatment<Value: Sendable>: Equatable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package static func == (one: MediaTreatment, other: MediaTreatment) -> Bool { one === other }
}

/// Makes the plan of composed pictures, each time that they are opened: a client's compositor has one reader at a time.
package typealias PictureTreatment = MediaTreatment<@Sendable () throws -> CompositedPictures.Plan>

/// The treatment of the sounds, by their tracks.
package typealias MixTreatment = MediaTreatment<[Int32: SoundTreatment]>
