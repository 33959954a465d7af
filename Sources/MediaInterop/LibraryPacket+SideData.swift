internal import CFFmpeg
internal import MediaSupport

extension LibraryPacket {
  func sideData(_ type: AVPacketSideDataType) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let bytes = av_packet_get_side_data(pointer, type, &count) else { return nil }
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }

  /// The side data from the library, of the kinds that containers can store.
  var sideData: [SideData] {
    SideData.Kind.allCases.compactMap { kind in sideData(kind.type).map { SideData(kind, [UInt8]($0)) } }
  }

  /// Adds side data of kinds that the packet does not have yet.
  func setSideData(_ items: [SideData]) throws(MediaError) {
    for item in items where sideData(item.kind.type) == nil {
      guard let bytes = av_packet_new_side_data(pointer, item.kind.type, item.bytes.count) else {
        throw .outOfMemory(.demuxing)
      }
      bytes.update(from: item.bytes, count: item.bytes.count)
    }
  }
}

extension SideData.Kind {
  fileprivate var type: AVPacketSideDataType {
    switch self {
    case .cueIdentifier: AV_PKT_DATA_WEBVTT_IDENTIFIER
    case .cueSettings: AV_PKT_DATA_WEBVTT_SETTINGS
    case .blockAddition: AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL
    case .palette: AV_PKT_DATA_PALETTE
    }
  }
}
