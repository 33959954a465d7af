internal import CFFmpeg
package import MediaSupport

extension ChannelLayout {
  /// Makes the layout with a name ("5.1(side)") or of a set of speakers ("FL+FR+LFE").
  package init?(name: String) {
    var layout = AVChannelLayout()
    guard av_channel_layout_from_string(&layout, name) >= 0 else { return nil }
    defer { av_channel_layout_uninit(&layout) }
    self.init(layout)
  }

  /// The library's name: "stereo", "5.1(side)", or "3 channels" if the positions are unknown.
  package var name: String {
    guard mask != 0, mask.nonzeroBitCount == count else { return "\(count) channels" }
    if let name = Self.names[mask] { return name }
    let layout = cValue
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: ChannelLayout.longestName) { name in
      withUnsafePointer(to: layout) { av_channel_layout_describe($0, name.baseAddress, name.count) } > 0
        ? String(cString: name.baseAddress!) : "\(count) channels"
    }
  }

  /// Makes the layout from the library's. An order that a mask cannot express (a custom map, ambisonics) becomes
  /// unknown positions.
  init(_ layout: AVChannelLayout) {
    let isNative = layout.order == AV_CHANNEL_ORDER_NATIVE
    self.init(count: max(0, Int(layout.nb_channels)), mask: isNative ? layout.u.mask : 0)
  }

  /// The library's names of sets of speakers that usual movies have.
  static let names: [UInt64: String] = [
    0x4: "mono", 0x3: "stereo", 0xB: "2.1", 0x7: "3.0", 0x103: "3.0(back)", 0x107: "4.0", 0x33: "quad",
    0x603: "quad(side)", 0xF: "3.1", 0x37: "5.0", 0x607: "5.0(side)", 0x10F: "4.1", 0x3F: "5.1", 0x60F: "5.1(side)",
    0x707: "6.0", 0x137: "hexagonal", 0x70F: "6.1", 0x13F: "6.1(back)", 0x637: "7.0", 0x63F: "7.1",
    0xFF: "7.1(wide)", 0x6CF: "7.1(wide-side)",
  ]

  /// The library's layout. It owns no memory, because its order is never a map.
  var cValue: AVChannelLayout {
    var layout = AVChannelLayout()
    // A mask that does not fit the count would be refused later; the interpretation of the bytes depends on the count.
    if mask != 0, mask.nonzeroBitCount == count, av_channel_layout_from_mask(&layout, mask) >= 0 { return layout }
    layout.order = AV_CHANNEL_ORDER_UNSPEC
    layout.nb_channels = Int32(clamping: count)
    return layout
  }

  // A name lists at most 64 speakers of at most 5 characters and a plus sign.
  private static let longestName = 512
}
