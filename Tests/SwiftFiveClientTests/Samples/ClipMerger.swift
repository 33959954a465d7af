import AVFoundation

/// Joins clips one after the other, and lays music under them: it is lower while the clips are heard, and fades out.
final class ClipMerger {
  enum Problem: Error { case noTrack, failed(Error?) }

  let composition = AVMutableComposition()
  let audioMix = AVMutableAudioMix()

  /// Appends each clip's picture and sound, and the music from the start to the end of them all.
  func add(clips: [URL], music: URL) async throws {
    guard
      let video = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
      let speech = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid),
      let bed = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw Problem.noTrack }
    var cursor = CMTime.zero
    let musicParameters = AVMutableAudioMixInputParameters(track: bed)
    for clip in clips {
      let asset = AVURLAsset(url: clip)
      let duration = try await asset.load(.duration)
      guard let picture = try await asset.loadTracks(withMediaType: .video).first else { throw Problem.noTrack }
      let range = CMTimeRange(start: .zero, duration: duration)
      try video.insertTimeRange(range, of: picture, at: cursor)
      if let sound = try await asset.loadTracks(withMediaType: .audio).first {
        try speech.insertTimeRange(range, of: sound, at: cursor)
        duck(musicParameters, during: CMTimeRange(start: cursor, duration: duration))
      }
      cursor = composition.duration
    }
    try await addMusic(music, to: bed, until: cursor)
    let fade = CMTime(value: 1, timescale: 2)
    musicParameters.setVolumeRamp(
      fromStartVolume: 0.2, toEndVolume: 0, timeRange: CMTimeRange(start: cursor - fade, duration: fade))
    audioMix.inputParameters = [musicParameters]
  }

  private func duck(_ parameters: AVMutableAudioMixInputParameters, during range: CMTimeRange) {
    let ramp = CMTime(value: 1, timescale: 10)
    parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0.2, timeRange: CMTimeRange(start: range.start, duration: ramp))
  }

  private func addMusic(_ url: URL, to track: AVMutableCompositionTrack, until end: CMTime) async throws {
    let asset = AVURLAsset(url: url)
    guard let source = try await asset.loadTracks(withMediaType: .audio).first else { throw Problem.noTrack }
    let length = try await source.load(.timeRange).duration
    // Music that is shorter than the clips is repeated.
    while track.timeRange.end < end {
      let rest = CMTimeSubtract(end, track.timeRange.end)
      let range = CMTimeRange(start: .zero, duration: CMTimeMinimum(length, rest))
      try track.insertTimeRange(range, of: source, at: .invalid)
    }
  }

  /// Encodes pictures and the mixed sound.
  func write(to url: URL) async throws {
    let reader = try AVAssetReader(asset: composition)
    let pictures = AVAssetReaderTrackOutput(
      track: composition.tracks(withMediaType: .video)[0],
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
    let sound = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks(withMediaType: .audio), audioSettings: nil)
    sound.audioMix = audioMix
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let size = composition.naturalSize
    let videoInput = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
      ])
    let audioInput = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2])
    for output in [pictures, sound] as [AVAssetReaderOutput] { reader.add(output) }
    for input in [videoInput, audioInput] { writer.add(input) }
    guard reader.startReading(), writer.startWriting() else { throw Problem.failed(reader.error ?? writer.error) }
    writer.startSession(atSourceTime: .zero)
    for (output, input) in [(pictures, videoInput), (sound, audioInput)] as [(AVAssetReaderOutput, AVAssetWriterInput)]
    {
      while let sample = output.copyNextSampleBuffer() {
        // Half as long as encoding a picture takes: no other thread is waited for.
        while !input.isReadyForMoreMediaData { try await Task.sleep(nanoseconds: 1_000_000) }
        guard input.append(sample) else { throw Problem.failed(writer.error) }
      }
      input.markAsFinished()
    }
    await writer.finishWriting()
    guard writer.status == .completed, reader.status == .completed else {
      throw Problem.failed(writer.error ?? reader.error)
    }
  }
}
