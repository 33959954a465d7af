public import CoreAudioTypes
public import CoreGraphics
public import CoreVideo

// Swift's initialisers. Apple's are on the class; a class of ours cannot return another instance from an
// initialiser, so that each makes the parts itself.

extension CMFormatDescription {
  /// Creates a description of any kind of media from its codes and extensions.
  ///
  /// Throws nothing. It is declared as throwing because Apple's is.
  public convenience init(
    mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions? = nil
  ) throws {
    self.init(type: mediaType.rawValue, subType: mediaSubType.rawValue, values: extensions)
  }

  /// Creates a description of compressed or raw video. The width and the height are in pixels.
  ///
  /// - Throws: `Error.invalidParameter` for a width or a height outside 1 to 2147483647.
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil
  ) throws {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height) else {
      throw Error.invalidParameter
    }
    guard
      let format = VideoFormat(
        width: width, height: height, codecType: videoCodecType.rawValue, extensions: extensions ?? Extensions())
    else { throw Error.invalidParameter }
    self.init(type: kCMMediaType_Video, subType: videoCodecType.rawValue, details: .video(format), values: extensions)
  }

  /// Creates a description of the pictures in image buffers like `imageBuffer`.
  ///
  /// - Throws: `Error.invalidParameter` for a buffer without pixels.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    try self.init(
      copying: Self.made {
        CMVideoFormatDescriptionCreateForImageBuffer(
          allocator: nil, imageBuffer: imageBuffer, formatDescriptionOut: $0)
      })
  }

  /// Creates a description of audio, with a layout that is owned.
  ///
  /// Throws nothing. It is declared as throwing because Apple's is.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions? = nil
  ) throws {
    let storage = (magicCookie ?? Data()).withUnsafeBytes {
      AudioFormatStorage(basicDescription: audioStreamBasicDescription, layout: layout, magicCookie: $0)
    }
    self.init(
      type: kCMMediaType_Audio, subType: audioStreamBasicDescription.mFormatID, details: .audio(storage),
      values: extensions)
  }

  /// Creates a description of audio, with a layout in memory. Its size is in bytes.
  ///
  /// - Throws: `Error.invalidParameter` for a negative size, and for one that is too small for the layout.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookie: Data?, extensions: Extensions? = nil
  ) throws {
    var basicDescription = audioStreamBasicDescription
    try self.init(
      copying: Self.made { out in
        (magicCookie ?? Data()).withUnsafeBytes {
          CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &basicDescription, layoutSize: layoutSize, layout: layout, magicCookieSize: $0.count,
            magicCookie: $0.baseAddress, extensions: extensions?.dictionary, formatDescriptionOut: out)
        }
      })
  }

  /// Creates a description of several streams as one.
  ///
  /// Throws nothing. It is declared as throwing because Apple's is.
  public convenience init(muxedStreamType: MediaSubType, extensions: Extensions? = nil) throws {
    self.init(type: kCMMediaType_Muxed, subType: muxedStreamType.rawValue, values: extensions)
  }

  /// Creates a description of time code; see `CMTimeCodeFormatDescriptionCreate`.
  ///
  /// - Throws: `Error.invalidParameter` for a duration that is not a positive number, and for frame quanta that do not
  ///   fit into 32 bits.
  public convenience init(
    timeCodeFormatType: MediaSubType, frameDuration: CMTime, frameQuanta: Int, flags: TimeCode.Flag,
    extensions: Extensions? = nil
  ) throws {
    guard let frameQuanta = UInt32(exactly: frameQuanta) else { throw Error.invalidParameter }
    try self.init(
      copying: Self.made {
        CMTimeCodeFormatDescriptionCreate(
          allocator: nil, timeCodeFormatType: timeCodeFormatType.rawValue, frameDuration: frameDuration,
          frameQuanta: frameQuanta, flags: flags.rawValue, extensions: extensions?.dictionary, formatDescriptionOut: $0)
      })
  }

  /// Returns the description that a C function makes, or throws the error of its status.
  static func made(
    _ make: (UnsafeMutablePointer<CMFormatDescription?>) -> OSStatus
  ) throws -> CMFormatDescription {
    var description: CMFormatDescription?
    try check(make(&description))
    guard let description else { throw Error.allocationFailed }
    return description
  }

  /// A number that identifies the class in the running program.
  public static var typeID: CFTypeID { CMFormatDescriptionGetTypeID() }
}

/// Creates a description of several streams as one.
@discardableResult
public func CMMuxedFormatDescriptionCreate(
  allocator: CFAllocator?, muxType: CMMuxedStreamType, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMMuxedFormatDescription?>
) -> OSStatus {
  CMFormatDescriptionCreate(
    allocator: allocator, mediaType: kCMMediaType_Muxed, mediaSubType: muxType, extensions: extensions,
    formatDescriptionOut: formatDescriptionOut)
}
