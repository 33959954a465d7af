import AVFoundation
import Testing

/// What a reader that goes on after damage vends of one track, and what it says is missing.
struct Salvaged {
  let samples: [CMSampleBuffer]
  let lost: [CMTimeRange]

  init(_ url: URL, _ mediaType: AVMediaType, settings: [String: Any]?) throws {
    let (asset, track) = try ReadMedia.track(url, mediaType)
    let reader = try AVAssetReader(asset: asset)
    reader.continuesAfterDamage = true
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    #expect(reader.startReading())
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    #expect(reader.status == .completed, "\(reader.error.map { "\($0)" } ?? "")")
    self.samples = samples
    lost = output.lostTimeRanges
  }
}

/// Stretches of time that are put together from parts.
struct Stretches: Equatable, CustomStringConvertible {
  private(set) var ranges: [CMTimeRange] = []

  /// - Parameter parts: in any order.
  init(_ parts: [CMTimeRange]) {
    for part in parts.sorted(by: { $0.start < $1.start }) {
      if let last = ranges.last, part.start <= last.end {
        ranges[ranges.count - 1] = CMTimeRange(start: last.start, end: max(last.end, part.end))
      } else {
        ranges.append(part)
      }
    }
  }

  func equals(_ other: Stretches, within tolerance: CMTime) -> Bool {
    ranges.count == other.ranges.count
      && zip(ranges, other.ranges).allSatisfy {
        CMTimeAbsoluteValue($0.start - $1.start) <= tolerance && CMTimeAbsoluteValue($0.end - $1.end) <= tolerance
      }
  }

  func contains(_ time: CMTime) -> Bool { ranges.contains { $0.start <= time && time < $0.end } }

  var description: String {
    ranges.map { "\($0.start.seconds)–\($0.end.seconds)" }.joined(separator: ", ")
  }
}

/// A whole track's pictures, with which those that are salvaged of a damaged copy are compared.
struct WholePictures {
  let pictures: [RangeReading.Picture]
  let packets: [RangeReading.Stored]

  init(_ url: URL) throws {
    pictures = try RangeReading(url, .video, settings: [:], isRandomAccess: false).rest().map(RangeReading.Picture.init)
    packets = try RangeReading(url, .video, settings: nil, isRandomAccess: false).rest().map(RangeReading.Stored.init)
  }

  /// How long a picture is shown: until the next, and the last as long as it says.
  func range(_ index: Int) -> CMTimeRange {
    let end = index + 1 < pictures.count ? pictures[index + 1].time : pictures[index].time + pictures[index].duration
    return CMTimeRange(start: pictures[index].time, end: end)
  }

  /// The pictures that cannot be as they were when packets are damaged: they and, unless nothing refers to a damaged
  /// one, what follows up to the next random-access point in decode order, and what is shown before that.
  ///
  /// - Parameter isReferredTo: whether other pictures may be predicted from a packet's.
  func unreadable(_ damaged: Set<Int>, isReferredTo: (Int) -> Bool = { _ in true }) -> Set<Int> {
    var lostPackets: Set<Int> = []
    var isBroken = false
    var accessTime: CMTime?
    for (index, packet) in packets.enumerated() {
      if damaged.contains(index) {
        lostPackets.insert(index)
        if isReferredTo(index) { isBroken = true }
      } else if isBroken, packet.isSync {
        isBroken = false
        accessTime = packet.time
      } else if isBroken {
        lostPackets.insert(index)
      } else if let accessTime, packet.time < accessTime {
        lostPackets.insert(index)
      }
    }
    let times = Set(lostPackets.map { packets[$0].time.seconds })
    return Set(pictures.indices.filter { times.contains(pictures[$0].time.seconds) })
  }

  /// Checks that what was salvaged is as it was, and that the rest, and nothing else, is listed.
  ///
  /// - Parameters:
  ///   - doubtful: pictures that a decoder may take for whole though they are not.
  ///   - rounding: of the container's times, where nothing but those tells where a hole begins.
  func expectExact(
    _ salvaged: Salvaged, doubtful: Set<Int> = [], rounding: CMTime = .zero, _ comment: String
  ) throws {
    let found = try salvaged.samples.map(RangeReading.Picture.init)
    var missing: [CMTimeRange] = []
    var next = 0
    for (index, picture) in pictures.enumerated() {
      guard next < found.count, found[next].time == picture.time else {
        missing.append(range(index))
        continue
      }
      if !doubtful.contains(index) {
        #expect(found[next].hash == picture.hash, "\(comment): the picture at \(picture.time.seconds) changed")
      }
      next += 1
    }
    #expect(next == found.count, "\(comment): a picture has a time that none had")
    #expect(Stretches(salvaged.lost).equals(Stretches(missing), within: rounding), "\(comment)")
  }
}

/// A whole track's sound, likewise.
struct WholeSound {
  let sound: RangeReading.Sound

  init(_ url: URL) throws {
    sound = try RangeReading.Sound(
      RangeReading(url, .audio, settings: RangeReading.Sound.settings, isRandomAccess: false).rest())
  }

  /// Checks that what was salvaged is as it was and where it was, and that the rest, and nothing else, is listed.
  ///
  /// - Parameter settling: samples behind a hole that a lossy coding decodes otherwise, for lack of what came before.
  func expectExact(_ salvaged: Salvaged, settling: Int = 0, _ comment: String) throws {
    var present: [Range<Int>] = []
    for sample in salvaged.samples {
      let place = (sample.presentationTimeStamp - sound.start).seconds * Double(sound.rate)
      let start = Int(place.rounded())
      #expect(abs(place - Double(start)) < 1e-3, "\(comment): sound lies between two samples")
      let bytes = try #require(sample.dataBuffer).dataBytes()
      let end = start + bytes.count / sound.bytesPerFrame
      guard start >= 0, end <= sound.count else {
        Issue.record("\(comment): sound lies outside of the track, at \(start)..<\(end) of \(sound.count)")
        continue
      }
      if let last = present.last, last.upperBound == start {
        present[present.count - 1] = last.lowerBound..<end
      } else {
        present.append(start..<end)
      }
      let run = present[present.count - 1]
      let settled = run.lowerBound == 0 ? start : min(end, max(start, run.lowerBound + settling))
      let own = ArraySlice([UInt8](bytes)[((settled - start) * sound.bytesPerFrame)...])
      // As a Boolean: thousands of bytes are no message.
      let isAsItWas = own == sound.slice(settled..<end)
      #expect(isAsItWas, "\(comment): the sound at \(sample.presentationTimeStamp.seconds)")
    }
    var missing: [Range<Int>] = []
    var end = 0
    for run in present {
      if run.lowerBound > end { missing.append(end..<run.lowerBound) }
      end = run.upperBound
    }
    if end < sound.count { missing.append(end..<sound.count) }
    let lost = salvaged.lost.map { range in
      [range.start, range.end].map { (($0 - sound.start).seconds * Double(sound.rate)).rounded() }
    }
    #expect(lost == missing.map { [Double($0.lowerBound), Double($0.upperBound)] }, "\(comment)")
  }
}
