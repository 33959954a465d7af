import MediaInterop

/// Gives presentation times to the pictures of H.264 and H.265 that state none: in AVI, ASF and bare streams none does,
/// and in a program stream only the first of those that begin in one of its packets.
///
/// The pictures' own headers say in which order they are shown. Where none states a time, the times are those at which
/// they are decoded, by the container or by the durations of the pictures, in that order. Where some do, the others get
/// times between those.
final class UntimedPictures: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters
  private let delay: Int?
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var state: State

  private struct State {
    let reader: PictureOrderReader
    var order = OutputOrder()
    /// The packets that wait, in decode order, and the place of the first.
    var held = PacketQueue<Packet>()
    var firstPlace = 0
    /// The presentation times that are known already, by the packets' places in decode order.
    var times: [Int: Int64] = [:]
    /// The times that come of those that some pictures state. It is `nil` where no picture states one.
    var partly: PartlyStatedTimes?
    /// The times that pictures state which are not shown yet, by their places.
    var stated: [Int: Int64] = [:]
    /// The places of the pictures that are shown next, whose times are not known yet.
    var shown = PacketQueue<Int>()
    /// The times at which pictures are shown that have no picture yet.
    var slots = PacketQueue<Int64>()
    /// The number of slots that are left out at the beginning.
    var skippedSlots: Int
    var nextSlot: Int64?
    var duration: Int64 = 1
    var ending = HeldEnding()

    init(_ parameters: CodecParameters, delay: Int?) throws {
      reader = try PictureOrderReader(parameters)
      skippedSlots = delay ?? 0
      partly = delay == nil ? PartlyStatedTimes() : nil
    }
  }

  /// - Parameter delay: the number of pictures by which showing begins later than decoding: the reorder depth where
  ///   decode times are stated, and 0 where the first picture is shown at the beginning. `nil` where some pictures state
  ///   when they are shown.
  /// - Throws: `MediaError`, as `PictureOrderReader` does.
  init(_ packets: any PacketSource, _ parameters: CodecParameters, delay: Int?) throws {
    self.packets = packets
    self.parameters = parameters
    self.delay = delay
    state = try State(parameters, delay: delay)
  }

  func next() throws -> Packet? {
    while !state.ending.isReached, state.times[state.firstPlace] == nil { read() }
    guard var packet = state.held.popFirst() else {
      try state.ending.pass()
      return nil
    }
    packet.pts = state.times.removeValue(forKey: state.firstPlace) ?? packet.pts
    state.firstPlace += 1
    return packet
  }

  private func read() {
    guard let packet = state.ending.read(packets.next) else { return timeTheRest() }
    let count = state.reader.count(of: packet)
    let beginsAnew = packet.isKeyFrame && packet.refersToNothingBefore(in: parameters)
    state.stated[state.firstPlace + state.held.count] = state.partly == nil ? nil : packet.pts
    state.order.add(count: count, beginsAnew: beginsAnew).forEach { state.shown.append($0) }
    if packet.duration > 0 { state.duration = packet.duration }
    if state.partly == nil { addSlot(packet.dts ?? state.nextSlot ?? 0) }
    state.held.append(packet)
    assign()
  }

  private func addSlot(_ time: Int64) {
    if state.skippedSlots > 0 { state.skippedSlots -= 1 } else { state.slots.append(time) }
    state.nextSlot = time.addingReportingOverflow(state.duration).partialValue
  }

  /// Gives the pictures that are shown next the times that come next.
  private func assign() {
    if state.partly != nil { return assignStated() }
    while !state.shown.isEmpty, let time = state.slots.popFirst(), let place = state.shown.popFirst() {
      state.times[place] = time
    }
  }

  private func assignStated() {
    let duration = state.duration
    while let place = state.shown.popFirst() {
      let stated = state.stated.removeValue(forKey: place)
      let timed = state.partly?.add(place, at: stated, duration: duration) ?? []
      for picture in timed { state.times[picture.place] = picture.time }
    }
  }

  /// Gives all pictures that are held their times. Behind the last decode time they follow each other by their
  /// duration.
  private func timeTheRest() {
    state.order.drain().forEach { state.shown.append($0) }
    assign()
    let duration = state.duration
    let timed = state.partly?.drain(duration: duration) ?? []
    for picture in timed { state.times[picture.place] = picture.time }
    while !state.shown.isEmpty {
      addSlot(state.nextSlot ?? 0)
      assign()
    }
  }

  // MARK: Going elsewhere

  func seek(to ticks: Int64) throws {
    try forget()
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    try forget()
    try packets.rewind()
  }

  private func forget() throws {
    state = try State(parameters, delay: delay)
  }
}
