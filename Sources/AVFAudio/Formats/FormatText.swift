internal import CoreAudioTypes
internal import Foundation

/// Returns the address of an object as `%p` prints it.
func address(of object: AnyObject) -> String {
  "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}

extension AudioStreamBasicDescription {
  /// The format in words. The columns are Core Audio's: two places for the channels, six for the rate.
  var formatAsText: String {
    String(format: "%2u ch, %6.0f Hz, ", mChannelsPerFrame, mSampleRate) + samplesAsText
  }

  private var samplesAsText: String {
    if let name = commonFormat.name { return name + interleavingAsText }
    let flags = String(format: "%08X", mFormatFlags)
    guard isLinearPCM else {
      return "\(codecAsText) (0x\(flags)) \(mBitsPerChannel) bits/channel, \(mBytesPerPacket) bytes/packet, "
        + "\(mFramesPerPacket) frames/packet, \(mBytesPerFrame) bytes/frame"
    }
    // A byte has no order.
    let order = mBitsPerChannel <= 8 ? "" : has(kAudioFormatFlagIsBigEndian) ? " big-endian" : " little-endian"
    let sign = has(kAudioFormatFlagIsSignedInteger) ? "signed" : "unsigned"
    let kind = has(kAudioFormatFlagIsFloat) ? "float" : "\(sign) integer"
    return "\(codecAsText) (0x\(flags)) \(mBitsPerChannel)-bit\(order) \(kind)\(interleavingAsText)"
  }

  /// The words for interleaving. They are empty for one channel, which is neither interleaved nor deinterleaved.
  private var interleavingAsText: String {
    mChannelsPerFrame < 2 ? "" : isNonInterleavedPCM ? ", deinterleaved" : ", interleaved"
  }

  /// The codec's four characters, or its number where some of them cannot be printed.
  private var codecAsText: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mFormatID >> $0) }
    let isText = bytes.allSatisfy { (0x20...0x7E).contains($0) }
    return isText ? String(decoding: bytes, as: UTF8.self) : "0x" + String(format: "%08x", mFormatID)
  }
}
