package import MediaSupport

/// Encoded media on its way from a demuxer or an encoder to a container: bytes, timing and flags.
///
/// A packet is a value; its bytes belong to `owner` and stay valid and unchanged as long as it lives.
package struct Packet: @unchecked Sendable {
  // Sendable: the bytes do not change while it lives.

  /// The encoded bytes, in the framing of the stream's own format (length-prefixed NAL units for
  /// `avcC`, raw AAC frames, …).
  package var bytes: UnsafeRawBufferPointer
  /// The object that keeps `bytes` alive; `nil` if there are none.
  package var owner: AnyObject?
  /// The presentation time, decode time and duration, in ticks of `timeBase`. A time is `nil` if the container does not
  /// state it. The duration is that of the presentation.
  package var pts: Int64?
  package var dts: Int64?
  package var duration: Int64
  package var timeBase: TimeBase
  package var streamIndex: Int = 0
  /// The offset in the source at which it begins, in bytes. Packets from one part of the container have the same. It is
  /// `nil` if the container does not state it.
  package var position: Int64?
  /// A Boolean value that says whether it is a random-access point.
  package var isKeyFrame = false
  /// A Boolean value that says whether it is needed for decoding but must not be shown, as before an edit's start.
  package var isDiscarded = false
  /// A Boolean value that says whether the demuxer found it truncated or corrupt.
  package var isDamaged = false
  /// A Boolean value that says whether the container was found broken between the stream's previous packet and this
  /// one, so that others may be missing.
  package var followsDamage = false
  /// A Boolean value that says whether the demuxer had to search for it after a broken part. The previous packet may
  /// then have lost its end, too.
  package var followsSearch = false
  /// The dependencies on other packets, and of others on this one, as far as the container or the encoder states them.
  package var dependency = SampleDependency.unknown
  /// The number of bytes before it that are neither media nor a tag, in a stream without a container.
  package var passedOverBytes: Int = 0
  /// The number of audio samples per channel to drop at the start and the end of the decoded packet. For other media
  /// that is not cut, the number of ticks that are not presented.
  package var trimStart: Int = 0
  package var trimEnd: Int = 0
  /// The number of ticks by which its times in the media are later than its presentation. It changes where several
  /// parts of media follow each other: media between them that is not shown takes time in the media, but none in the
  /// presentation.
  package var editShift: Int64 = 0
  /// A Boolean value that says whether it is a placeholder for the tag frame of an MP3 file, whose numbers are known at
  /// the end. A placeholder contains no media, and is only for containers that have such a frame.
  package var isTagPlaceholder = false
  /// The extra fields, if there are any. They are stored separately because few packets have them, and a packet is
  /// copied a dozen times on its way.
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

  /// The same packet without its bytes, and without the object that kept them alive.
  package var withoutBytes: Packet {
    var packet = self
    packet.bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    packet.owner = nil
    return packet
  }
}

extension Packet {
  /// The fields that only few packets have.
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

  /// Stores the extra fields outside of the packet, which is copied often.
  private final class Extras: Sendable {
    let fields: ExtraFields

    init(_ fields: ExtraFields) { self.fields = fields }
  }

  private var extraFields: ExtraFields {
    get { extras?.fields ?? ExtraFields() }
    set { extras = newValue.isEmpty ? nil : Extras(newValue) }
  }

  /// The location of the bytes, if they are not in `bytes`, which is then empty.
  package var reference: Reference? {
    get { extras?.fields.reference }
    set { extraFields.reference = newValue }
  }

  /// A new decoder configuration that applies from this packet on.
  package var newExtradata: [UInt8]? {
    get { extras?.fields.newExtradata }
    set { extraFields.newExtradata = newValue }
  }

  /// The parameters of the packets from this one on, if their coding differs from that of earlier ones.
  package var newParameters: CodecParameters? {
    get { extras?.fields.newParameters }
    set { extraFields.newParameters = newValue }
  }

  /// The side data, for containers that can store it.
  package var sideData: [SideData] {
    get { extras?.fields.sideData ?? [] }
    set { extraFields.sideData = newValue }
  }

  /// The duration in the tables of a copy for the packet that is decoded last, if another one is shown last. It is
  /// `nil` for all other packets, whose decoding lasts until that of the next one.
  package var decodeDuration: Int64? {
    get { extras?.fields.decodeDuration }
    set { extraFields.decodeDuration = newValue }
  }
}

/// Bytes on the heap that a packet can own; an encoder's output is copied to them once.
package final class PacketStorage: @unchecked Sendable {
  // Sendable: the bytes are filled before a packet has them, and do not change after that.

  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `count` uninitialised bytes.
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
  /// A location in another file.
  package struct Reference: Sendable, Hashable {
    /// The file's URL as it is written in the movie.
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
