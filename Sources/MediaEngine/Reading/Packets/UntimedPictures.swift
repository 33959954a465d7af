import MediaInterop

/// Gives presentation times to pictures of H.264 and H.265 that state none. In AVI, ASF and bare streams no picture
/// states one; in a program stream only the first of those that begin in one of its packets does.
///
/// The pictures' own headers determine the order in which they are shown. If no picture states a time, the decode
/// times, from the container or from the pictures' durations, are assigned in that order. If some pictures state a
/// time, the others get times between those.
final class UntimedPictures: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters
  private let delay: Int?
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var state: State

  private struct State {
    let reader: PictureOrderReader
    var order = OutputOrder()
    /// The waiting packets, in decode order. `firstPlace` is the index of the first one.
    var held = PacketQueue<Packet>()
    var firstPlace = 0
    /// The presentation times that are known already, by the packets' indices in decode order.
    var times: [Int: Int64] = [:]
    /// The calculation of times from those that some pictures state. It is `nil` if no picture states one.
    var partly: PartlyStatedTimes?
    /// The stated times of pictures that are not shown yet, by the pictures' indices.
    var stated: [Int: Int64] = [:]
    /// The indices of the pictures that are shown next, whose times are not known yet.
    var shown = PacketQueue<Int>()
    /// The times that are not assigned to a picture yet.
    var slots = PacketQueue<Int64>()
    /// The number of slots that are still to be skipped at the beginning.
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

  /// - Parameter delay: the number of pictures that are decoded before the first one is shown: the reorder depth if
  ///   decode times are stated, and 0 if the first picture is shown at the beginning. It is `nil` if some pictures
  ///   state their presentation times.
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

  /// Assigns the next times to the pictures that are shown next.
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

  /// Assigns times to all held pictures at the end. Behind the last decode time they follow each other by their
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

  // MARK: Seeking

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
