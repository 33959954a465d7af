import CoreMedia
import Foundation
import MediaEngine
import MediaSupport

/// The tracks of an exported file, and the way from the tracks of the asset to each: a value.
struct ExportPlan: Sendable {
  /// One track of the file.
  struct Track: Sendable {
    let source: AVAssetTrack
    /// The tracks that are composed or mixed with the source, empty if the track is the source's alone.
    var others: [AVAssetTrack] = []
    /// A Boolean value that says whether pictures are composed, or sound is mixed.
    var isJoined = false
    var action: Action

    /// The tracks of the asset that the track is made of.
    var sources: [AVAssetTrack] { [source] + others }
  }

  /// The treatment of a track's samples.
  enum Action: Sendable {
    /// The samples pass through as they are stored.
    case copy
    case encodePictures(PictureCoding)
    case encodeSound(SoundCoding)
    /// Texts get the form of the file's type.
    case convertText
  }

  var tracks: [Track] = []
  /// The bytes that the file's container adds to its samples.
  let overhead: ContainerOverhead

  /// Returns the plan of an export. The asset's tracks have to be loaded, or are now.
  ///
  /// - Throws: `AVError`: of the asset, or of a file that a composition shows, where it cannot be read;
  ///   `.contentIsProtected` where a key is needed; `.decoderNotFound` where this build decodes none of the media;
  ///   `.operationNotSupportedForAsset` where the asset has nothing that the preset and the file type are for;
  ///   `.exportFailed` where the request's range has none of it.
  init(_ request: ExportRequest) throws {
    overhead = request.fileType.overhead ?? ContainerOverhead(perPicture: 0, perOtherSample: 0)
    try request.asset.loadedInformation()
    if request.asset.hasProtectedContent {
      throw AVError.export(
        "the asset's media is protected", code: .contentIsProtected, advice: "no keys are known here")
    }
    switch request.preset.media {
    case .stored:
      if request.compositing != nil || request.audioMix != nil {
        throw AVError.export(
          "\(request.preset.name) stores samples as they are, and composes and mixes none",
          code: .operationNotSupportedForPreset, advice: "choose a preset that encodes")
      }
      try planCopies(request)
    case .encoded(let codec, let sound): try planEncodings(request, codec, sound)
    }
    try leaveOutTracks(without: request.timeRange)
  }

  /// Leaves out the tracks that have nothing in a range: players stop at a track of pictures without samples.
  ///
  /// - Throws: `AVError.exportFailed` where neither pictures nor sound are left.
  private mutating func leaveOutTracks(without range: CMTimeRange) throws {
    guard range.isValid, range.start.isNumeric else { return }
    tracks.removeAll { !$0.mayHaveSamples(in: range) }
    if hasMedia { return }
    throw AVError.export(
      "the time range begins at \(range.start.seconds) s and holds nothing of the tracks that are exported",
      advice: "set timeRange to a part of the asset that shows something")
  }

  // MARK: Passthrough

  private mutating func planCopies(_ request: ExportRequest) throws {
    let type = request.fileType
    for track in request.asset.tracks(exportedAs: type) where track.showsMedia() {
      try track.openMedia()
      if track.refusal(copyingTo: request) == nil {
        tracks.append(Track(source: track, action: .copy))
      } else if let action = try Self.substitute(for: track, request) {
        tracks.append(Track(source: track, action: action))
      } else if track.mediaType == .video || track.mediaType == .audio {
        throw AVError.export(
          "track \(track.trackID) cannot be in a file of type \(type.rawValue): "
            + (track.refusal(copyingTo: request) ?? "it cannot be encoded for it"),
          code: .operationNotSupportedForAsset, advice: "compatibleFileTypes has the types that can have it")
      }
    }
    if let limit = type.trackLimit, tracks.count > limit {
      throw AVError.export(
        "files of type \(type.rawValue) have \(limit) tracks at most, and the asset has \(tracks.count)",
        code: .operationNotSupportedForAsset, advice: "compatibleFileTypes has the types that can have them")
    }
    try requireMedia(request)
  }

  /// Returns the way to encode a track that cannot be copied, or nil if there is none.
  private static func substitute(for track: AVAssetTrack, _ request: ExportRequest) throws -> Action? {
    let type = request.fileType
    guard track.exportedFormat != nil else { return nil }
    switch track.mediaType {
    case .video:
      let codecs: [AVVideoCodecType] = [.h264, .hevc, .vp9, .av1]
      guard track.isDecodable, let codec = codecs.first(where: { type.refusal(of: $0) == nil }) else { return nil }
      return .encodePictures(PictureCoding(codec, of: track, in: type, fitting: nil))
    case .audio:
      guard track.isDecodable, let format = type.usualAudioFormat else { return nil }
      return .encodeSound(SoundCoding(format, of: track, in: type))
    default: return track.convertsText(to: type) ? .convertText : nil
    }
  }

  // MARK: Encoding

  private mutating func planEncodings(
    _ request: ExportRequest, _ codec: AVVideoCodecType?, _ sound: ExportPreset.Sound
  ) throws {
    let (asset, type) = (request.asset, request.fileType)
    // A composition of pictures has a background where its tracks show nothing.
    let composes = request.compositing != nil
    if let codec, let pictures = try asset.exported(.video, evenEmpty: composes).first, type.mediaTypes.contains(.video)
    {
      try pictures.openMedia()
      let coding = PictureCoding(
        codec, of: pictures, in: type, fitting: request.preset.box,
        constantRateFactor: request.preset.constantRateFactor, composed: request.compositing?.composition)
      var track = Track(source: pictures, action: .encodePictures(coding))
      if request.compositing != nil {
        track.isJoined = true
        track.others = asset.composedTracks.filter { $0 !== pictures }
      }
      tracks.append(track)
    } else if codec != nil, type == .m4a, asset.tracks.contains(where: { $0.mediaType == .video && $0.showsMedia() }) {
      throw AVError.export(
        "the asset has pictures, and files of type \(type.rawValue) have none", code: .operationNotSupportedForAsset,
        advice: "choose another outputFileType")
    } else if codec != nil, request.preset.needsPictures(in: type) {
      throw AVError.export(
        "the asset has no pictures, which \(request.preset.name) is for", code: .operationNotSupportedForAsset,
        advice: "\(AVAssetExportPresetAppleM4A) is for sound alone")
    }
    let heard = try asset.exported(.audio)
    for track in heard { try track.openMedia() }
    let format = sound == .aac ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM
    if request.audioMix != nil, let first = heard.first {
      let coding = SoundCoding(format, ofMixed: heard, in: type, channelLimit: sound.channels)
      tracks.append(
        Track(source: first, others: Array(heard.dropFirst()), isJoined: true, action: .encodeSound(coding)))
    } else {
      for track in heard {
        let coding = SoundCoding(format, of: track, in: type, channelLimit: sound.channels)
        tracks.append(Track(source: track, action: .encodeSound(coding)))
      }
    }
    try requireMedia(request)
    addAlternatives(of: heard, request)
    for track in asset.tracks(exportedAs: type) where track.mediaType != .video && track.mediaType != .audio {
      try track.openMedia()
      if track.refusal(copyingTo: request) == nil {
        tracks.append(Track(source: track, action: .copy))
      } else if track.convertsText(to: type) {
        tracks.append(Track(source: track, action: .convertText))
      }
    }
    let order = asset.tracks.map(\.trackID)
    tracks.sort { (order.firstIndex(of: $0.source.trackID) ?? 0) < (order.firstIndex(of: $1.source.trackID) ?? 0) }
  }

  /// Adds the alternatives of exported sound, as they are stored (EX-43).
  private mutating func addAlternatives(of heard: [AVAssetTrack], _ request: ExportRequest) {
    guard request.trackGroupHandling.contains(.preserveAlternateTracks) else { return }
    let heard = Set(heard.map(\.trackID))
    for group in request.asset.trackGroups.map({ $0.trackIDs.map(\.int32Value) }) where !heard.isDisjoint(with: group) {
      for track in request.asset.tracks where group.contains(track.trackID) && !heard.contains(track.trackID) {
        guard track.mediaType == .audio, track.refusal(copyingTo: request) == nil else { continue }
        tracks.append(Track(source: track, action: .copy))
      }
    }
  }

  /// A Boolean value that says whether there are pictures or sound.
  private var hasMedia: Bool {
    tracks.contains { $0.source.mediaType == .video || $0.source.mediaType == .audio }
  }

  private func requireMedia(_ request: ExportRequest) throws {
    if hasMedia { return }
    throw AVError.export(
      "the asset has no media for \(request.preset.name) and files of type \(request.fileType.rawValue)",
      code: .operationNotSupportedForAsset, advice: "exportPresets(compatibleWith:) has the presets for it")
  }
}

extension ExportPlan.Track {
  /// Returns whether samples of the track may lie in a range of the asset's timeline.
  fileprivate func mayHaveSamples(in range: CMTimeRange) -> Bool {
    switch action {
    // A composition of pictures has a background where its tracks show nothing.
    case .encodePictures where isJoined: true
    // The decoded sound of a composition is silence where its segments are empty (CO-42), and can be encoded.
    case .encodeSound where source is AVCompositionTrack:
      sources.contains { $0.timeRange.start < range.end && $0.timeRange.end > range.start }
    case .copy, .encodePictures, .encodeSound: sources.contains { $0.showsMedia(in: range) }
    // Texts have pauses between them.
    case .convertText: true
    }
  }
}

extension ExportPreset {
  /// Returns whether an asset needs pictures to be exported. Presets without a size, and those for Apple's devices in
  /// their type for sound, do with sound alone (EX-21).
  fileprivate func needsPictures(in type: AVFileType) -> Bool {
    type != .m4a && !sizeDependsOnDevice
  }
}

extension ExportPreset.Sound {
  /// The largest number of channels, or nil for no limit.
  fileprivate var channels: Int? { self == .aac ? 2 : nil }
}

extension AVAsset {
  /// Returns the tracks that files of a type may have tracks for. In movies chapters are a track; other files have a list
  /// of them, and their players would show the titles as subtitles (EX-42).
  fileprivate func tracks(exportedAs type: AVFileType) -> [AVAssetTrack] {
    if type.isMovie { return tracks }
    let chapters = chapterTracks
    return tracks.filter { !chapters.contains($0.trackID) }
  }

  /// Returns the tracks of pictures or of sound that are exported: the enabled ones, or the first where none is.
  ///
  /// - Parameter evenEmpty: a Boolean value that says whether tracks that show no media count.
  /// - Throws: `AVError.decoderNotFound` where this build decodes none of them.
  fileprivate func exported(_ type: AVMediaType, evenEmpty: Bool = false) throws -> [AVAssetTrack] {
    let all = tracks.filter { $0.mediaType == type && (evenEmpty || $0.showsMedia()) }
    let enabled = all.filter(\.isEnabled)
    let chosen = enabled.isEmpty ? Array(all.prefix(1)) : enabled
    let decodable = chosen.filter(\.isDecodable)
    guard decodable.isEmpty, let track = chosen.first else { return decodable }
    throw AVError.export(
      "track \(track.trackID) of \(type.rawValue) is in a coding that this build does not decode",
      code: .decoderNotFound, advice: "\(AVAssetExportPresetPassthrough) keeps it as it is")
  }
}

extension AVAssetTrack {
  /// The format of the first samples.
  var exportedFormat: CMFormatDescription? { information.formatDescriptions.first }

  /// Returns whether the track shows media in a range of the asset's timeline. A track whose times are not known may do
  /// so anywhere.
  fileprivate func showsMedia(
    in range: CMTimeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  ) -> Bool {
    information.segments.contains { segment in
      let target = segment.target
      guard target.start.isNumeric else { return true }
      guard segment.source.start.isNumeric, target.start < range.end else { return false }
      // The last sample of a movie may have no duration.
      return target.start >= range.start || !target.end.isNumeric || target.end > range.start
    }
  }

  /// Returns whether texts of the track get another form in files of a type.
  fileprivate func convertsText(to type: AVFileType) -> Bool {
    guard [.text, .subtitle].contains(mediaType), let format = exportedFormat else { return false }
    return type.timedText(from: format.mediaSubType) != nil
  }

  /// Returns the reason why samples cannot pass through as they are stored, or nil if they can.
  fileprivate func refusal(copyingTo request: ExportRequest) -> String? {
    guard exportedFormat != nil else { return "its format is not known" }
    if let refusal = refusal(ofCopyingTo: request.fileType) { return refusal }
    guard request.isCut, let container = ContainerFormat(request.fileType) else { return nil }
    return copied.refusal(ofPartBy: container)
  }
}
