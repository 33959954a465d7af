package import MediaSupport

/// Encoded media as it flows from a demuxer or an encoder to a container: bytes, timing and flags.
///
/// A packet is a value; its bytes belong to `owner` and stay valid and unchanged as long as it lives.
package struct Packet: @unchecked Sendable {
  // Sendable: the bytes do not change while it lives.

  /// The encoded bytes, in the framing of the stream's own format (length-prefixed NAL units for
  /// `avcC`, raw AAC frames, …).
  package var bytes: UnsafeRawBufferPointer
  /// Keeps `bytes` alive; `nil` where there are none.
  package var owner: AnyObject?
  /// The presentation and decode time and the duration, in ticks of `timeBase`; `nil` where the container does not say.
  /// The duration is that of the presentation.
  package var pts: Int64?
  package var dts: Int64?
  package var duration: Int64
  package var timeBase: TimeBase
  package var streamIndex: Int = 0
  /// The place in the source where it begins, in bytes: packets that come in one part of the container have the same.
  /// `nil` where the container does not say.
  package var position: Int64?
  /// A Boolean value that says whether it is a random-access point.
  package var isKeyFrame = false
  /// A Boolean value that says whether it is needed for decoding and not to be shown (before an edit's start).
  package var isDiscarded = false
  /// A Boolean value that says whether the demuxer found it cut or corrupt.
  package var isDamaged = false
  /// A Boolean value that says whether the container was found broken since the stream's packet before: others may be
  /// missing between the two.
  package var followsDamage = false
  /// A Boolean value that says whether the demuxer had to search for it behind a broken place: the packet before may
  /// have lost its end, too.
  package var followsSearch = false
  /// The dependencies on other packets, and those of others on this one, as far as the container or the encoder says.
  package var dependency = SampleDependency.unknown
  /// The number of bytes in front of it, in a stream without a container, that are neither media nor a tag.
  package var passedOverBytes: Int = 0
  /// The number of audio samples per channel to drop at the start and the end of the decoded packet; of other media that
  /// is not cut, the ticks that are not presented.
  package var trimStart: Int = 0
  package var trimEnd: Int = 0
  /// The ticks by which its times in the media are later than those at which it is presented. It changes where several
  /// parts of media follow each other: what is not shown between them has a place in the media, and takes no time.
  package var editShift: Int64 = 0
  /// A Boolean value that says whether it is room for the tag frame of an MP3 file, whose numbers are known at the end:
  /// no media, and only for containers that have such a frame.
  package var isTagPlaceholder = false
  /// The extras of a packet that has any: few have, and a packet is copied a dozen times on its way.
  private var extras: Extras?

  package init(
    bytes: UnsafeRawBufferPointer, owner: AnyObject?, pts: Int64?, dts: Int64?, duration: Int64, timeBase: TimeBase
  ) {
    self.bytes = bytes
    self.owner = owner
    self.pts = pts
    self.dts = dts
    self.duration = duration
    self.timeBase = timeBase
  }

  /// A Boolean value that says whether no other packet depends on it.
  package var isDroppable: Bool {
    get { dependency.isDependedOn == .no }
    set { dependency.isDependedOn = newValue ? .no : .unknown }
  }

  /// The same packet without its bytes, and without anything that it kept alive for them.
  package var withoutBytes: Packet {
    var packet = self
    packet.bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    packet.owner = nil
    return packet
  }
}

extension Packet {
  /// The extras that few packets come with.
  private struct ExtraFields: Sendable {
    var reference: Reference?
    var newExtradata: [UInt8]?
    var newParameters: CodecParameters?
    var sideData: [SideData] = []
    var decodeDuration: Int64?

    var isEmpty: Bool {
      reference == nil && newExtradata == nil && newParameters == nil && sideData.isEmpty && decodeDuration == nil
    }
  }

  /// Keeps the extras out of the packet, which is copied.
  private final class Extras: Sendable {
    let fields: ExtraFields

    init(_ fields: ExtraFields) { self.fields = fields }
  }

  private var extraFields: ExtraFields {
    get { extras?.fields ?? ExtraFields() }
    set { extras = newValue.isEmpty ? nil : Extras(newValue) }
  }

  /// The place of the bytes, if not in `bytes`, which are then none.
  package var reference: Reference? {
    get { extras?.fields.reference }
    set { extraFields.reference = newValue }
  }

  /// A new decoder configuration that holds from this packet on.
  package var newExtradata: [UInt8]? {
    get { extras?.fields.newExtradata }
    set { extraFields.newExtradata = newValue }
  }

  /// The parameters of the packets from this one on, where they are of another coding than those before.
  package var newParameters: CodecParameters? {
    get { extras?.fields.newParameters }
    set { extraFields.newParameters = newValue }
  }

  /// The side data, for a container that has a place for it.
  package var sideData: [SideData] {
    get { extras?.fields.sideData ?? [] }
    set { extraFields.sideData = newValue }
  }

  /// The duration that the tables of a copy have for the packet that is decoded last, where another one is shown last.
  /// It is `nil` for all others, whose decoding lasts until that of the next.
  package var decodeDuration: Int64? {
    get { extras?.fields.decodeDuration }
    set { extraFields.decodeDuration = newValue }
  }
}

/// Bytes on the heap that a packet can own: an encoder's output is copied here once.
package final class PacketStorage: @unchecked Sendable {
  // Sendable: it is filled before a packet has it, and not changed then.

  package let bytes: UnsafeMutableRawBufferPointer

  /// Uninitialised room for `count` bytes.
  package init(count: Int) {
    bytes = .allocate(byteCount: max(1, count), alignment: 16)
    LiveObjects.increment()
  }

  package convenience init(copying source: UnsafeRawBufferPointer) {
    self.init(count: source.count)
    bytes.copyMemory(from: source)
  }

  deinit {
    bytes.deallocate()
    LiveObjects.decrement()
  }
}

extension Packet {
  /// A place in another file.
  package struct Reference: Sendable, Hashable {
    /// The file's URL as it is written down.
    package var location: String
    package var offset: Int64
    package var size: Int

    package init(location: String, offset: Int64, size: Int) {
      self.location = location
      self.offset = offset
      self.size = size
    }
  }
}
