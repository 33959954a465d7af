internal import CFFmpeg

extension ChannelLayout {
  package static let mono = ChannelLayout(count: 1, mask: 0x4)
  package static let stereo = ChannelLayout(count: 2, mask: 0x3)

  /// Returns the usual speakers for so many channels, or unknown positions if there are none in use.
  package static func `default`(count: Int) -> ChannelLayout {
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(clamping: count))
    defer { av_channel_layout_uninit(&layout) }
    return ChannelLayout(layout)
  }

  /// Makes the layout of a name ("5.1(side)") or of a set of speakers ("FL+FR+LFE").
  package init?(name: String) {
    var layout = AVChannelLayout()
    guard av_channel_layout_from_string(&layout, name) >= 0 else { return nil }
    defer { av_channel_layout_uninit(&layout) }
    self.init(layout)
  }

  /// The library's name: "stereo", "5.1(side)", or "3 channels" if the positions are unknown.
  package var name: String {
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

  /// The library's layout, which owns no memory: its order is never a map.
  var cValue: AVChannelLayout {
    var layout = AVChannelLayout()
    // A mask that does not fit the count would be refused everywhere below; the count is what the bytes depend on.
    if mask != 0, mask.nonzeroBitCount == count, av_channel_layout_from_mask(&layout, mask) >= 0 { return layout }
    layout.order = AV_CHANNEL_ORDER_UNSPEC
    layout.nb_channels = Int32(clamping: count)
    return layout
  }

  // A name lists at most 64 speakers of at most 5 characters and a plus sign.
  private static let longestName = 512
}
