import AVFoundation

/// A program that makes the movie of a live photo, in the shape that its makers share: pictures and sound pass
/// through, the file says which photo it belongs to, and a metadata track says which picture the photo is.
struct LivePhotoMovie {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let contentIdentifierKey = "com.apple.quicktime.content.identifier"
  private static let stillImageTimeKey = "com.apple.quicktime.still-image-time"
  private static let int8 = "com.apple.metadata.datatype.int8"

  let source: URL
  let destination: URL
  /// What the photo has too.
  let assetIdentifier: String
  let stillTime: CMTime

  func write() async throws {
    let asset = AVURLAsset(url: source)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: destination, fileType: .mov)
    var pairs: [(AVAssetReaderTrackOutput, AVAssetWriterInput)] = []
    for track in asset.tracks where [.video, .audio].contains(track.mediaType) {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil)
      input.transform = track.preferredTransform
      guard reader.canAdd(output), writer.canAdd(input) else { throw Failure(description: "a track does not fit") }
      reader.add(output)
      writer.add(input)
      pairs.append((output, input))
    }
    writer.metadata = [
      item(Self.contentIdentifierKey, assetIdentifier as NSString, "com.apple.metadata.datatype.UTF-8")
    ]
    let adaptor = try metadataAdaptor()
    writer.add(adaptor.assetWriterInput)

    guard writer.startWriting(), reader.startReading() else { throw writer.error ?? reader.error ?? AVError(.unknown) }
    writer.startSession(atSourceTime: .zero)
    let still = AVTimedMetadataGroup(
      items: [item(Self.stillImageTimeKey, NSNumber(value: 0), Self.int8)],
      timeRange: CMTimeRange(start: stillTime, duration: CMTime(value: 1, timescale: 600)))
    guard adaptor.append(still) else { throw writer.error ?? AVError(.unknown) }
    adaptor.assetWriterInput.markAsFinished()

    await withTaskGroup(of: Void.self) { group in
      for (output, input) in pairs { group.addTask { await copy(from: output, to: input) } }
    }
    await writer.finishWriting()
    guard writer.status == .completed, reader.status == .completed else {
      throw writer.error ?? reader.error ?? AVError(.unknown)
    }
  }

  private func copy(from output: AVAssetReaderTrackOutput, to input: AVAssetWriterInput) async {
    await withCheckedContinuation { done in
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "copy")) {
        while input.isReadyForMoreMediaData {
          guard let sample = output.copyNextSampleBuffer(), input.append(sample) else {
            input.markAsFinished()
            return done.resume()
          }
        }
      }
    }
  }

  private func metadataAdaptor() throws -> AVAssetWriterInputMetadataAdaptor {
    let specification: NSDictionary = [
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: "mdta/\(Self.stillImageTimeKey)",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: Self.int8,
    ]
    var format: CMFormatDescription?
    let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
      metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &format)
    guard status == noErr else { throw Failure(description: "no metadata format: \(status)") }
    return AVAssetWriterInputMetadataAdaptor(
      assetWriterInput: AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format))
  }

  private func item(_ key: String, _ value: any NSCopying & NSObjectProtocol, _ dataType: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.key = key as NSString
    item.keySpace = .quickTimeMetadata
    item.value = value
    item.dataType = dataType
    return item
  }
}
