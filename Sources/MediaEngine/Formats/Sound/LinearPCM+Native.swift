import MediaInterop

/// Native samples, as converters and encoders take them.
extension LinearPCM {
  /// The type of native samples that hold every value of this form; `nil` for floating-point samples that are not of 32
  /// or 64 bits.
  var sampleFormat: SampleFormat? {
    if isFloat {
      guard isPacked else { return nil }
      return bits == 32 ? .f32 : bits == 64 ? .f64 : nil
    }
    return switch bits {
    case ...8: isSigned ? .s16 : .u8
    case ...16: .s16
    case ...32: .s32
    default: .s64
    }
  }

  /// Returns planes of samples converted to native ones, with the owner of their memory: the same memory if they are
  /// native.
  ///
  /// - Parameter count: the number of samples in each plane, of all its channels.
  func native(
    _ planes: [UnsafeMutableRawPointer], owner: AnyObject?, count: Int
  ) -> (planes: [UnsafeMutableRawPointer], owner: AnyObject?) {
    guard let sampleFormat else { return (planes, owner) }
    let size = sampleFormat.bytesPerSample
    let native = LinearPCM(bits: size * 8, isFloat: isFloat, isSigned: sampleFormat != .u8, isBigEndian: false)
    if self == native { return (planes, owner) }
    let storage = PacketStorage(count: planes.count * count * size)
    // An empty buffer has room too, so there is an address.
    let target = storage.bytes.baseAddress!
    let targets = planes.indices.map { target + $0 * count * size }
    for (plane, target) in zip(planes, targets) { convert(plane, count: count, to: target, as: native) }
    return (targets, storage)
  }

  /// Returns samples with their significant bits as the high ones of as many bytes. Bytes at the end that are no whole
  /// sample stay.
  func raised(_ samples: UnsafeRawBufferPointer) -> PacketStorage {
    let storage = PacketStorage(copying: samples)
    var form = self
    form.bits = bytes * 8
    if let source = samples.baseAddress, let target = storage.bytes.baseAddress {
      convert(source, count: samples.count / bytes, to: target, as: form)
    }
    return storage
  }

  /// Converts samples to a form whose bits fill the bytes. The significant bits become the high ones.
  private func convert(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, as form: LinearPCM
  ) {
    // In a word of 64 bits the significant bits are the highest in every form, and the sign is the first of them.
    let shift = UInt64(64 - (isAlignedHigh ? bytes * 8 : bits))
    let middle: UInt64 = isSigned == form.isSigned ? 0 : 1 << 63
    let room = UInt64(64 - form.bytes * 8)
    for sample in 0..<count {
      let (first, converted) = (source + sample * bytes, target + sample * form.bytes)
      var word: UInt64 = 0
      for byte in 0..<bytes {
        word = word << 8 | UInt64(first.load(fromByteOffset: isBigEndian ? byte : bytes - 1 - byte, as: UInt8.self))
      }
      word = (word << shift ^ middle) >> room
      for byte in 0..<form.bytes {
        converted.storeBytes(
          of: UInt8(truncatingIfNeeded: word), toByteOffset: form.isBigEndian ? form.bytes - 1 - byte : byte,
          as: UInt8.self)
        word >>= 8
      }
    }
  }
}
