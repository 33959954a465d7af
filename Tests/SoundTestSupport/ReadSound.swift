import AVFoundation
package import Foundation

/// The sound of a file as a reader decodes it.
package struct ReadSound {
  package let channels: [[Float]]
  package var count: Int { channels[0].count }

  /// - Parameter number: the track's place among those of sound.
  package init(_ url: URL, sampleRate: Int, track number: Int = 0) throws {
    let asset = AVURLAsset(url: url)
    let track = asset.tracks(withMediaType: .audio)[number]
    let reader = try AVAssetReader(asset: asset)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: sampleRate,
    ]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? SteppedDevice.DidNotEnd() }
    var samples: [Float] = []
    var channelCount = 1
    while let buffer = output.copyNextSampleBuffer() {
      channelCount = Int(buffer.formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1)
      let bytes = try buffer.dataBuffer?.dataBytes() ?? Data()
      samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    if let error = reader.error { throw error }
    channels = (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
    }
  }

  /// What a stereo device plays of it.
  package func stereo(_ range: Range<Int>) -> [Float] {
    let (left, right) = (channels[0], channels[channels.count > 1 ? 1 : 0])
    return range.flatMap { [left[$0], right[$0]] }
  }
}
