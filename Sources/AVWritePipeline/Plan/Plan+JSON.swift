extension Plan {
  /// The plan as one JSON object, which is part of the `start` event and all of `--plan --json`.
  package var json: JSON {
    let object: JSON = [
      "container": JSON(container.rawValue), "start": part.start.map { JSON($0) } ?? .null,
      "end": part.end.map { JSON($0) } ?? .null, "speed_factor": speed.map { JSON($0.value) } ?? .null,
      "real_time": isRealTime ? true : .null,
      "target_bytes": targetSize.map { JSON($0.bytes) } ?? .null,
      "tracks": .array(tracks.map(\.json)), "ledger": ledger.json,
    ]
    return object.withoutNulls
  }
}

extension TrackPlan {
  var json: JSON {
    let object: JSON = [
      "source": JSON(source.id), "kind": JSON(source.kind.rawValue), "codec": JSON(source.codec),
      "action": action.json, "reason": JSON(reason), "file": file.map { JSON($0) } ?? .null,
      "edits": edits.json,
      "encoded_pictures": cut.map { JSON($0.encodedCount) } ?? .null,
      "encoded_inputs": encodedInputs.isEmpty ? .null : .array(encodedInputs.map { JSON($0.name) }),
    ]
    return object.withoutNulls
  }
}

extension TrackPlan.Action {
  var json: JSON {
    switch self {
    case .copy: ["do": "copy"]
    case .encodeVideo(let encoding): encoding.json
    case .encodeAudio(let encoding): encoding.json
    case .convertText(let encoding): ["do": "convert", "codec": JSON(encoding.codec.withoutTrailingSpaces)]
    }
  }
}

extension VideoEncoding {
  var json: JSON {
    let (quality, bitRate): (JSON, JSON) =
      switch rateControl {
      case .quality(let factor)?: (JSON(factor), .null)
      case .averageBitRate(let rate)?: (.null, JSON(rate.bitsPerSecond))
      case .size?, .similarity?, nil: (.null, .null)
      }
    let similarity: JSON = if case .similarity(let ssim) = rateControl { JSON(ssim) } else { .null }
    let object: JSON = [
      "do": "encode", "codec": JSON(codec.rawValue), "width": JSON(width), "height": JSON(height), "crf": quality,
      "bit_rate": bitRate, "max_bit_rate": maximumBitRate.map { JSON($0.bitsPerSecond) } ?? .null, "ssim": similarity,
      "multi_pass": makesPasses ? true : .null, "parallel": isSplit ? "segment" : "frame",
      "speed": JSON(speed.rawValue),
      "profile": profile.map { JSON($0.rawValue) } ?? .null,
      "keyframe_interval_s": keyFrameInterval.map { JSON($0) } ?? .null,
      "deinterlaced": isDeinterlaced ? true : .null, "turned": isTurned ? true : .null,
      "tone_mapped": isToneMapped ? true : .null,
      "frame_duration": frameRate.map { JSON($0.frameDuration) } ?? .null,
    ]
    return object.merging(Fades.members(of: fades)).withoutNulls
  }
}

extension AudioEncoding {
  var json: JSON {
    let bitRate: JSON = if case .lossy(_, let rate) = format { JSON(rate.bitsPerSecond) } else { .null }
    let object: JSON = [
      "do": "encode", "codec": JSON(format.name), "sample_rate": JSON(sampleRate), "channels": JSON(channels),
      "bit_rate": bitRate, "bits": format.bits.map { JSON($0) } ?? .null,
      "loudness": loudness.map { JSON($0) } ?? .null, "volume_db": volume.map { JSON($0.value) } ?? .null,
    ]
    return object.merging(Fades.members(of: fades)).withoutNulls
  }
}
