internal import MediaEngine

/// The formats of samples that have names of their own.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Any other format: compressed sound, other sizes, and the other byte order.
  case otherFormat = 0
  /// Floating point of 32 bits in the machine's byte order, Apple's standard.
  case pcmFormatFloat32 = 1
  /// Floating point of 64 bits in the machine's byte order.
  case pcmFormatFloat64 = 2
  /// Signed integers of 16 bits in the machine's byte order.
  case pcmFormatInt16 = 3
  /// Signed integers of 32 bits in the machine's byte order.
  case pcmFormatInt32 = 4
}

extension AVAudioCommonFormat {
  static let all: [AVAudioCommonFormat] = [.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32]

  /// The number of bytes of a sample. It is `nil` for `.otherFormat`.
  var sampleSize: UInt32? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatInt16: 2
    case .pcmFormatFloat32, .pcmFormatInt32: 4
    case .pcmFormatFloat64: 8
    }
  }

  var isFloat: Bool { self == .pcmFormatFloat32 || self == .pcmFormatFloat64 }

  /// The name in descriptions of formats. It is `nil` for `.otherFormat`.
  var name: String? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatFloat32: "Float32"
    case .pcmFormatFloat64: "Float64"
    case .pcmFormatInt16: "Int16"
    case .pcmFormatInt32: "Int32"
    }
  }

  /// The type of sample in requests to the engine. It is `nil` for `.otherFormat`.
  var sampleType: AudioRequest.SampleType? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatFloat32: .float32
    case .pcmFormatFloat64: .float64
    case .pcmFormatInt16: .signed16
    case .pcmFormatInt32: .signed32
    }
  }
}
