extension SourceFacts {
  /// Returns the output of `avwrite inspect --json` for one file; `Schemas/inspect.schema.json` describes it.
  package func json(path: String) -> JSON {
    let object: JSON = [
      "path": JSON(path), "container": JSON(container), "bytes": JSON(byteCount),
      "duration": JSON(duration), "created": JSON(creationDate),
      "tracks": .array(tracks.map(\.json)),
      "metadata": .array(metadata.map(\.json)), "chapters": .array(chapters.map(\.json)),
      "attachments": .array(attachments.map(\.json)),
    ]
    return object.withoutNulls
  }
}

extension MetadataFact {
  fileprivate var json: JSON {
    let object: JSON = [
      "identifier": JSON(identifier), "value": JSON(value), "language": JSON(languageTag),
    ]
    return object.withoutNulls
  }
}

extension ChapterFact {
  fileprivate var json: JSON {
    let object: JSON = [
      "title": JSON(title), "start": JSON(start), "duration": JSON(duration),
    ]
    return object.withoutNulls
  }
}

extension AttachmentFact {
  fileprivate var json: JSON {
    let object: JSON = [
      "name": JSON(name), "media_type": JSON(mediaType), "description": JSON(note),
      "bytes": JSON(byteCount), "digest": JSON(digest),
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Association {
  fileprivate var json: JSON { ["kind": JSON(kind), "tracks": .array(tracks.map { JSON($0) })] }
}

extension TrackFacts {
  var json: JSON {
    let object: JSON = [
      "id": JSON(id), "kind": JSON(kind.rawValue), "position": JSON(position), "codec": JSON(codec),
      "profile": JSON(profile), "level": JSON(level),
      "enabled": JSON(isEnabled), "decodable": JSON(isDecodable),
      "language": JSON(languageTag ?? languageCode), "start": JSON(start),
      "duration": JSON(duration), "time_scale": timeScale > 0 ? JSON(timeScale) : .null,
      "samples": JSON(sampleCount), "bit_rate": JSON(bitsPerSecond),
      "video": video?.json ?? .null, "audio": audio?.json ?? .null,
      "timecode": timecode?.json ?? .null,
      "roles": .array(roles.map { JSON($0.rawValue) }), "associations": .array(associations.map(\.json)),
      "metadata": .array(metadata.map(\.json)),
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Video {
  var json: JSON {
    let displayed = Geometry(self).displayed
    let object: JSON = [
      "width": JSON(width), "height": JSON(height),
      "pixel_aspect": [JSON(pixelAspect.horizontal), JSON(pixelAspect.vertical)],
      "displayed_width": JSON(displayed.width), "displayed_height": JSON(displayed.height),
      "transform": .array(transform.map { JSON($0) }), "rotation": JSON(Geometry(self).rotation),
      "fps": JSON(framesPerSecond),
      "frame_duration": JSON(frameDuration),
      "bits": JSON(bitsPerComponent), "chroma": JSON(chroma), "colour": colour,
      "fields": JSON(fields), "captions": JSON(hasCaptions), "hdr": hdr,
      "stereo": JSON(stereo), "spatial": spatial.json,
      "alpha": hasAlpha ? true : .null, "timecode": JSON(timecode),
    ]
    return object.withoutNulls
  }

  private var colour: JSON {
    let object: JSON = [
      "primaries": JSON(primaries), "transfer": JSON(transfer),
      "matrix": JSON(matrix), "full_range": JSON(isFullRange),
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Video {
  private var hdr: JSON {
    if masteringLuminance == nil, contentLight == nil, dynamicRanges.isEmpty { return .null }
    let object: JSON = [
      "formats": .array(dynamicRanges.map { JSON($0) }),
      "hdr10_plus_version": JSON(dynamicMetadata), "dolby_vision": dolbyVision?.json ?? .null,
      "mastering_min": JSON(masteringLuminance?.lowerBound),
      "mastering_max": JSON(masteringLuminance?.upperBound),
      "max_cll": JSON(contentLight?.maximum),
      "max_fall": JSON(contentLight?.maximumAverage),
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Spatial {
  fileprivate var json: JSON {
    if self == TrackFacts.Spatial() { return .null }
    let object: JSON = [
      "views": JSON(views), "hero_eye": JSON(heroEye),
      "baseline_mm": JSON(baseline), "disparity": JSON(disparity),
      "projection": JSON(projection), "packing": JSON(packing),
      "field_of_view": JSON(fieldOfView),
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.DolbyVision {
  fileprivate var json: JSON {
    ["profile": JSON(profile), "level": JSON(level), "compatibility": JSON(compatibility)]
  }
}

extension TrackFacts.Timecode {
  fileprivate var json: JSON {
    let object: JSON = [
      "start": JSON(start), "frame_duration": JSON(frameDuration),
      "drop_frame": dropsFrames ? true : false,
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Audio {
  var json: JSON {
    let object: JSON = [
      "sample_rate": JSON(sampleRate), "channels": JSON(channels), "layout": layout.isEmpty ? .null : JSON(layout),
      "bits": JSON(bitsPerChannel),
    ]
    return object.withoutNulls
  }
}
