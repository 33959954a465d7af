extension PlaybackEvent: LoggedEvent {
  /// The event as one JSON object; `Schemas/playback.schema.json` describes it.
  package var json: JSON {
    switch self {
    case .start(let start): start.json
    case .state(let state): state.json
    case .warning(let message): JobEvent.warning(message).json
    case .error(let error): JobEvent.error(error).json
    case .result(let result): result.json
    }
  }
}

extension PlaybackStart {
  fileprivate var json: JSON {
    let json: JSON = [
      "v": 1, "type": "start", "input": JSON(input), "sound": sound?.json ?? nil, "picture": picture?.json ?? nil,
      "start": JSON(start), "duration": JSON(duration), "device": device?.json ?? nil,
    ]
    return json.withoutNulls
  }
}

extension PlaybackStart.Sound {
  fileprivate var json: JSON {
    ["codec": JSON(codec), "sample_rate": JSON(sampleRate), "channels": JSON(channels)]
  }
}

extension PlaybackStart.Picture {
  fileprivate var json: JSON {
    ["codec": JSON(codec), "width": JSON(width), "height": JSON(height), "on": JSON(place.rawValue)]
  }
}

extension PlaybackDevice {
  fileprivate var json: JSON { ["uid": JSON(identifier), "name": JSON(name), "silent": JSON(isSilent)] }
}

extension PlaybackStatus {
  fileprivate var json: JSON {
    let levels = levels.map { level -> JSON in ["rms_db": JSON(level.average), "peak_db": JSON(level.peak)] }
    let json: JSON = [
      "v": 1, "type": "state", "state": JSON(activity.rawValue), "at": JSON(place), "volume": JSON(volume),
      "muted": JSON(isMuted), "rate": JSON(rate), "levels": .array(levels),
      "subtitles": JSON(subtitles),
    ]
    return json.withoutNulls
  }
}

extension PlaybackResult {
  fileprivate var json: JSON {
    let json: JSON = [
      "v": 1, "type": "result", "exit": JSON(JobExit.complete.code), "complete": JSON(isComplete), "at": JSON(place),
      "underruns": JSON(underruns), "starved_frames": JSON(starvedFrames),
      "pictures_shown": JSON(shownPictures),
    ]
    return json.withoutNulls
  }
}
