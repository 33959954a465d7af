internal import CoreAudioTypes
public import Foundation
internal import MediaEngine
internal import MediaSupport
internal import Synchronization

/// A sound file that is open for reading or for writing, in buffers of linear PCM.
///
/// Whatever the file holds, buffers are of its `processingFormat`, a common format at the file's rate. Reads and writes
/// go on from `framePosition`. Reading gives the same as `AVAssetReader` for the file's first sound, to the sample:
/// encoders' padding is left out, and pauses of the file are silence. Any thread; calls of several wait for each other.
open class AVAudioFile: NSObject, @unchecked Sendable {
  // Sendable: constants, and state that a lock protects.

  private enum Work {
    case reading(SoundFileReader)
    case writing(AudioFileWriter)
    case closed(length: AVAudioFramePosition, position: AVAudioFramePosition)
  }

  private let work: Mutex<Work>

  /// The URL of the file.
  public let url: URL
  /// The format of the sound in the file.
  public let fileFormat: AVAudioFormat
  /// The format of the buffers that are read and written.
  ///
  /// More than two channels are in the order of WAVE files (left, right, centre, low frequency, and so on), whatever order
  /// the file has them in; the format's layout says so.
  public let processingFormat: AVAudioFormat

  // MARK: Opening

  /// Opens a file for reading in the standard format: 32-bit floating point, a buffer for each channel.
  ///
  /// - Throws: `AVError` where it cannot be read, is of no known format, or has no sound that can be decoded.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file for reading.
  ///
  /// Stops the process for `.otherFormat`.
  ///
  /// - Parameters:
  ///   - format: the samples of `processingFormat`.
  ///   - interleaved: whether all channels lie in one buffer.
  /// - Throws: as `init(forReading:)`.
  public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
    guard let samples = format.sampleType else { raise("format != AVAudioOtherFormat") }
    url = fileURL
    do {
      let sound = try SoundFile(AssetSource(url: fileURL))
      fileFormat = AVAudioFormat(cmAudioFormatDescription: sound.description)
      processingFormat = AVAudioFormat(
        AudioStreamBasicDescription(
          format, sampleRate: fileFormat.sampleRate, channels: fileFormat.channelCount, isInterleaved: interleaved),
        channelLayout: fileFormat.channelLayout == nil ? nil : AVAudioChannelLayout(sound.layout.managedLayout))
      work = Mutex(
        .reading(try SoundFileReader(sound, as: samples, isInterleaved: processingFormat.isInterleaved)))
    } catch {
      throw AVError(wrapping: error)
    }
    super.init()
  }

  /// Makes a file that is written in the standard format, as `init(forWriting:settings:commonFormat:interleaved:)`.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Makes a file.
  ///
  /// It gets its name when it is closed, or this object is gone, and takes the place of a file that has the name then; until
  /// then there is no file, or the one from before. Apple's appears at once. Stops the process for `.otherFormat`.
  ///
  /// - Parameters:
  ///   - settings: the format in the file and its encoding, as for `AVAssetWriterInput`. Linear PCM is integers of 16
  ///     bits in the file type's byte order where the settings leave it open; `AVLinearPCMIsNonInterleaved` means
  ///     nothing in a file. `AVAudioFileTypeKey` is the type of file, which otherwise follows from the name's ending.
  ///   - format: the samples of `processingFormat`.
  ///   - interleaved: whether all channels lie in one buffer.
  /// - Throws: `AVError.unsupportedOutputSettings` and `.formatUnsupported` for settings that cannot be had with each
  ///   other or in the type of file, and an `AVError` for a file that cannot be made.
  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    require(format != .otherFormat, "format != AVAudioOtherFormat")
    url = fileURL
    do {
      let settings = try AudioFileSettings(settings, for: fileURL, commonFormat: format, interleaved: interleaved)
      (fileFormat, processingFormat) = (settings.fileFormat, settings.processingFormat)
      work = Mutex(.writing(try AudioFileWriter(settings, to: fileURL)))
    } catch {
      throw AVError(wrapping: error)
    }
    super.init()
  }

  /// A file that is being written is completed. Errors of `close()` are not reported here.
  deinit { close() }

  // MARK: Reading and writing

  /// Reads frames until a buffer is full, as `read(into:frameCount:)`.
  public func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

  /// Reads frames from `framePosition` on, and moves that behind them.
  ///
  /// Fewer frames are read if the file ends. At the end none are read, which is no error. If there is damage, reading
  /// stops after the last frame before it. Stops the process for a buffer of another format than `processingFormat`, or
  /// with less capacity.
  ///
  /// - Parameters:
  ///   - buffer: gets the frames, from its first on; its `frameLength` says how many.
  ///   - frames: the number of frames at the most.
  /// - Throws: `AVError` where none can be read because of damage, and `.operationNotAllowed` of a file that is closed or is
  ///   being written.
  public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    require(buffer.format == processingFormat, "buffer.format == processingFormat")
    require(frames <= buffer.frameCapacity, "frames <= buffer.frameCapacity")
    try perform { work in
      guard case .reading(let reader) = work else { throw refusal(of: work, to: "reading") }
      buffer.frameLength = 0
      let planes = buffer.memory.capacityList.compactMap(\.mData)
      buffer.frameLength = AVAudioFrameCount(try reader.read(into: planes, upTo: Int(frames)))
    }
  }

  /// Writes a buffer's valid frames behind those before, and waits until they are taken.
  ///
  /// Stops the process for a buffer of another format than `processingFormat`.
  ///
  /// - Throws: `AVError` where these or earlier frames cannot be encoded or written, and `.operationNotAllowed` of a file
  ///   that is closed or is being read.
  public func write(from buffer: AVAudioPCMBuffer) throws {
    require(buffer.format == processingFormat, "buffer.format == processingFormat")
    try perform { work in
      guard case .writing(let writer) = work else { throw refusal(of: work, to: "writing") }
      try writer.write(buffer)
    }
  }

  private func perform(_ body: (Work) throws -> Void) throws {
    do {
      try work.withLock { try body($0) }
    } catch {
      throw AVError(wrapping: error)
    }
  }

  private func refusal(of work: Work, to purpose: String) -> MediaError {
    let state = if case .closed = work { "closed" } else { "not open for \(purpose)" }
    return MediaError(.invalidOperation, .opening, "the sound file is \(state)", path: url.path)
  }

  // MARK: Places

  /// The number of frames in the file.
  ///
  /// Containers round lengths: the end of a file that is read is looked for when its length is asked for the first time. It is
  /// the stated length where the end is damaged.
  public var length: AVAudioFramePosition {
    work.withLock { work in
      switch work {
      case .reading(let reader): (try? reader.length) ?? reader.statedLength
      case .writing(let writer): writer.frameCount
      case .closed(let length, _): length
      }
    }
  }

  /// The frame that is read or written next.
  ///
  /// Setting it goes to another frame of a file that is read; below 0 is the first. While a file is written frames only
  /// follow each other, and another number than `length` stops the process; Apple's class may overwrite.
  public var framePosition: AVAudioFramePosition {
    get {
      work.withLock { work in
        switch work {
        case .reading(let reader): reader.position
        case .writing(let writer): writer.frameCount
        case .closed(_, let position): position
        }
      }
    }
    set {
      work.withLock { work in
        switch work {
        case .reading(let reader): reader.position = newValue
        case .writing(let writer): require(newValue == writer.frameCount, "framePosition == length")
        case .closed: break
        }
      }
    }
  }

  // MARK: Closing

  /// A Boolean value that says whether the file is open.
  public var isOpen: Bool { work.withLock { if case .closed = $0 { false } else { true } } }

  /// Closes the file, as `finish()` does, but ignores errors.
  public func close() { try? finish() }

  /// Closes the file. If it was written, it is then complete and has its name. Not in Apple's API.
  ///
  /// A file that nothing was written to has length 0 (FI-12).
  ///
  /// - Throws: `AVError` where the file could not be completed, and where nothing was written to MP3, Matroska, Ogg or a
  ///   transport stream, which cannot be read without any packet. The file is removed then.
  public func finish() throws {
    do {
      try work.withLock { work in
        switch work {
        case .reading(let reader): work = .closed(length: reader.statedLength, position: reader.position)
        case .writing(let writer):
          work = .closed(length: writer.frameCount, position: writer.frameCount)
          try writer.finish()
        case .closed: break
        }
      }
    } catch {
      throw AVError(wrapping: error)
    }
  }
}
