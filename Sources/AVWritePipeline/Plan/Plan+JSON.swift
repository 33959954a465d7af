extension Plan {
  /// The plan as one JSON object, which is part of the `start` event and all of `--plan --json`.
  package var json: JSON {
    let object: JSON = [
      "container": JSON(container.rawValue), "start": JSON(part.start),
      "end": JSON(part.end), "speed_factor": JSON(speed?.value),
      "real_time": isRealTime ? true : .null,
      "target_bytes": JSON(targetSize?.bytes),
      "tracks": .array(tracks.map(\.json)), "ledger": ledger.json,
    ]
    return object.withoutNulls
  }
}

extension TrackPlan {
  var json: JSON {
    let object: JSON = [
      "source": JSON(source.id), "kind": JSON(source.kind.rawValue), "codec": JSON(source.codec),
      "action": action.json, "reason": JSON(reason), "file": JSON(file),
      "edits": edits.json,
      "encoded_pictures": JSON(cut?.encodedCount),
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
    let object: JSON = [
      "do": "encode", "codec": JSON(codec.rawValue), "width": JSON(width), "height": JSON(height),
      "multi_pass": makesPasses ? true : .null, "parallel": isSplit ? "segment" : "frame",
      "deinterlaced": isDeinterlaced ? true : .null, "turned": isTurned ? true : .null,
      "tone_mapped": isToneMapped ? true : .null,
      "frame_duration": JSON(frameRate?.frameDuration),
    ]
    return object.merging(compression.json).merging(Fades.members(of: fades)).withoutNulls
  }
}

extension AudioEncoding {
  var json: JSON {
    let bitRate: JSON = if case .lossy(_, let rate) = format { JSON(rate.bitsPerSecond) } else { .null }
    let object: JSON = [
      "do": "encode", "codec": JSON(format.name), "sample_rate": JSON(sampleRate), "channels": JSON(channels),
      "bit_rate": bitRate, "bits": JSON(format.bits),
      "loudness": JSON(loudness), "volume_db": JSON(volume?.value),
    ]
    return object.merging(Fades.members(of: fades)).withoutNulls
  }
}
