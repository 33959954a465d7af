/// A `CVReturn` other than success, as an error.
public struct CVError: RawRepresentable, Error, Sendable, Hashable {
  public let rawValue: CVReturn

  /// Creates the error of a status.
  ///
  /// - Returns: `nil` for `kCVReturnSuccess`.
  public init?(rawValue: CVReturn) {
    if rawValue == kCVReturnSuccess { return nil }
    self.rawValue = rawValue
  }

  private init(_ code: CVReturn) { rawValue = code }

  /// Throws the error of a status other than success.
  public static func check(_ status: CVReturn) throws(CVError) {
    if let error = CVError(rawValue: status) { throw error }
  }

  public static let internalError = CVError(kCVReturnError)
  public static let invalidArgument = CVError(kCVReturnInvalidArgument)
  public static let allocationFailed = CVError(kCVReturnAllocationFailed)
  public static let unsupported = CVError(kCVReturnUnsupported)
  public static let invalidPixelFormat = CVError(kCVReturnInvalidPixelFormat)
  public static let invalidSize = CVError(kCVReturnInvalidSize)
  public static let invalidPixelBufferAttributes = CVError(kCVReturnInvalidPixelBufferAttributes)
  public static let wouldExceedAllocationThreshold = CVError(kCVReturnWouldExceedAllocationThreshold)
  public static let poolAllocationFailed = CVError(kCVReturnPoolAllocationFailed)
  public static let invalidPoolAttributes = CVError(kCVReturnInvalidPoolAttributes)
  public static let retry = CVError(kCVReturnRetry)
}

extension CVError: CustomStringConvertible {
  public var description: String { "CoreVideo error \(rawValue)" }
}
