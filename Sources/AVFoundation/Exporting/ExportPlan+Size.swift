import CoreAudioTypes
import CoreMedia
import Foundation
import MediaEngine
import MediaSupport

/// The size of the file, before it is made.
extension ExportPlan {
  /// Returns the approximate number of bytes of the file. It is nil if the end of the asset or the size of its media is
  /// not known.
  ///
  /// - Parameter part: the part of the asset that is exported.
  func byteCount(of part: CMTimeRange) -> Int64? {
    guard part.duration.isNumeric, let bitsPerSecond else { return nil }
    return Int64(clamping: fileSize(of: part, atBitRate: bitsPerSecond))
  }

  /// The approximate number of bits of media in a second. It is nil if that of a track is not known.
  var bitsPerSecond: Double? {
    var sum = 0.0
    for track in tracks {
      guard let rate = track.bitsPerSecond else { return nil }
      sum += rate
    }
    return sum
  }

  private func fileSize(of part: CMTimeRange, atBitRate rate: Double) -> Double {
    let seconds = part.duration.seconds
    return Self.metadataByteCount
      + overhead.fileSize(of: seconds * rate / 8, overheadTracks(of: part), seconds: seconds)
  }

  private func overheadTracks(of part: CMTimeRange) -> [ContainerOverhead.Track] {
    tracks.map {
      ContainerOverhead.Track(
        isOfPictures: $0.source.mediaType == .video, sampleCount: $0.samplesPerSecond * part.duration.seconds)
    }
  }

  /// The bytes of a file's metadata, approximately.
  private static let metadataByteCount = 2048.0
  /// The least bit rate of pictures that are worth to be made.
  private static let leastBitRate = 10_000.0

  /// Keeps the file below the request's limit, by reducing the quality of pictures as far as needed (EX-50).
  ///
  /// - Throws: `AVError.maximumFileSizeReached` where the part does not fit in the limit, whatever the quality.
  mutating func limit(to request: ExportRequest, _ part: CMTimeRange) throws {
    let limit = Double(request.fileLengthLimit)
    guard limit > 0, part.duration.isNumeric else { return }
    let pictures = tracks.indices.filter { tracks[$0].isLimitable }
    // A track without a known bit rate counts as 0 here: the writer compares the file's real size with the limit.
    let others = tracks.indices.filter { !tracks[$0].isLimitable }.reduce(0) { $0 + (tracks[$1].bitsPerSecond ?? 0) }
    let seconds = part.duration.seconds
    let room = overhead.leastSamplesSize(
      of: limit - Self.metadataByteCount, overheadTracks(of: part), seconds: seconds)
    let rest = room - seconds * others / 8
    // The first second of a decoder's buffer comes on top of the rate.
    let rate = rest * 8 / (seconds + 1) / Double(max(pictures.count, 1))
    guard pictures.isEmpty ? rest >= 0 || encodesPictures : rate >= Self.leastBitRate else {
      let least = Int64(clamping: limit - rest, .up)
      throw AVError.export(
        "\(seconds) s do not fit into \(request.fileLengthLimit) bytes: they need more than \(least)",
        code: .maximumFileSizeReached, advice: "set a larger fileLengthLimit or a shorter timeRange")
    }
    for index in pictures { tracks[index].limit(bitRate: rate, inPasses: request.makesPasses && pictures.count == 1) }
  }

  /// A Boolean value that says whether pictures are encoded. Lossy encoders can be limited to a size, others cannot.
  private var encodesPictures: Bool { tracks.contains { if case .encodePictures = $0.action { true } else { false } } }

  /// Returns the number of bytes at which writing stops, or nil for none. Beforehand the size is estimated, of copies
  /// by their source's mean bit rate (EX-50).
  func largestSize(_ request: ExportRequest) -> Int64? {
    guard request.fileLengthLimit > 0, !encodesPictures else { return nil }
    return Int64(clamping: Double(request.fileLengthLimit) * Self.tolerance)
  }

  /// The share of a limit that a file may have: a few percent more.
  private static let tolerance = 1.05
}

extension ExportPlan.Track {
  /// The approximate number of bits of media in a second. It is nil if it is not known.
  fileprivate var bitsPerSecond: Double? {
    switch action {
    case .copy: source.information.storedBitRate
    case .encodeSound(let coding): coding.bitsPerSecond
    case .encodePictures(let coding): coding.bitsPerSecond(of: source)
    case .convertText: 0
    }
  }

  /// The number of samples that have a size of their own in a second, approximately.
  fileprivate var samplesPerSecond: Double {
    switch action {
    case .encodeSound(let coding): coding.packetsPerSecond
    case .encodePictures: source.picturesPerSecond
    case .copy where source.mediaType == .video: source.picturesPerSecond
    case .copy: source.storedSoundPacketsPerSecond
    case .convertText: 0
    }
  }

  /// A Boolean value that says whether the track's bit rate can be chosen.
  fileprivate var isLimitable: Bool {
    if case .encodePictures(let coding) = action { coding.codec.isLossyInterframe } else { false }
  }

  fileprivate mutating func limit(bitRate: Double, inPasses makesPasses: Bool) {
    guard case .encodePictures(var coding) = action else { return }
    // A limit that is above the size of the uncompressed pictures has no effect, and is higher than encoders accept.
    guard bitRate < coding.uncompressedBitsPerSecond(of: source) else { return }
    coding.limit(bitRate: bitRate, usual: coding.bitsPerSecond(of: source), inPasses: makesPasses)
    action = .encodePictures(coding)
  }
}

extension PictureCoding {
  /// The bits of a pixel in the usual quality, as measured of camera pictures: their mean over many clips.
  private var bitsPerPixel: Double {
    switch codec {
    case .hevc, .av1, .vp9: 0.06
    // Apple's white paper on ProRes: 147 and 330 Mb/s for 1920 by 1080 pixels at 29.97 Hz, the latter with alpha.
    case .proRes422: 2.37
    case .proRes4444: 5.31
    default: isOfHighestQuality ? 0.2 : 0.1
    }
  }

  /// Returns the number of bits in a second, approximately. Pictures that are encoded again seldom need more than before.
  fileprivate func bitsPerSecond(of source: AVAssetTrack) -> Double {
    let usual = bitsPerPixel * Double(width * height) * source.picturesPerSecond
    let (stored, size) = (source.information.storedBitRate ?? 0, source.naturalSize)
    guard codec.isLossyInterframe, stored > 0, size.width * size.height > 0 else { return usual }
    let share = Double(width * height) / Double(size.width * size.height)
    return min(usual, stored * max(share, 0.1))
  }

  /// Returns the number of bits of the pictures' samples in a second, with 8 bits of luma in a pixel and 4 of chroma.
  fileprivate func uncompressedBitsPerSecond(of source: AVAssetTrack) -> Double {
    12 * Double(width * height) * source.picturesPerSecond
  }

  /// Limits the bit rate. x264 keeps its quality as far as the limit allows; other encoders get an average bit rate.
  fileprivate mutating func limit(bitRate: Double, usual: Double, inPasses: Bool) {
    let bitRate = min(bitRate, Double(VideoSettings.highestBitRate))
    if codec == .h264, inPasses {
      averageBitRate = Int(bitRate)
      makesPasses = true
    } else if codec == .h264 {
      maximumBitRate = Int(bitRate)
    } else {
      averageBitRate = Int(min(bitRate, usual))
    }
  }
}

extension AVVideoCodecType {
  /// A Boolean value that says whether the codec's encoder keeps to a bit rate.
  fileprivate var isLossyInterframe: Bool { [.h264, .hevc, .vp9, .av1].contains(self) }
}

extension AVAssetTrack {
  /// The number of pictures in a second; 30 where it is not known.
  fileprivate var picturesPerSecond: Double { nominalFrameRate > 0 ? Double(nominalFrameRate) : 30 }

  /// The number of packets of sound in a second that have a size of their own; 0 for linear PCM, and for other media.
  fileprivate var storedSoundPacketsPerSecond: Double {
    guard let sound = exportedFormat?.audioStreamBasicDescription, sound.mFormatID != kAudioFormatLinearPCM else {
      return 0
    }
    return sound.mSampleRate / Double(sound.mFramesPerPacket > 0 ? sound.mFramesPerPacket : 1024)
  }
}
