extension SourceFacts {
  /// Returns the output of `avwrite inspect --json` for one file; `Schemas/inspect.schema.json` describes it.
  package func json(path: String) -> JSON {
    let object: JSON = [
      "path": JSON(path), "container": JSON(container), "bytes": byteCount.map { JSON($0) } ?? .null,
      "duration": duration.map { JSON($0) } ?? .null, "created": creationDate.map { JSON($0) } ?? .null,
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
      "identifier": JSON(identifier), "value": JSON(value), "language": languageTag.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}

extension ChapterFact {
  fileprivate var json: JSON {
    let object: JSON = [
      "title": title.map { JSON($0) } ?? .null, "start": JSON(start), "duration": duration.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}

extension AttachmentFact {
  fileprivate var json: JSON {
    let object: JSON = [
      "name": JSON(name), "media_type": JSON(mediaType), "description": note.map { JSON($0) } ?? .null,
      "bytes": JSON(byteCount), "digest": digest.map { JSON($0) } ?? .null,
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
      "profile": profile.map { JSON($0) } ?? .null, "level": level.map { JSON($0) } ?? .null,
      "enabled": JSON(isEnabled), "decodable": JSON(isDecodable),
      "language": (languageTag ?? languageCode).map { JSON($0) } ?? .null, "start": JSON(start),
      "duration": duration.map { JSON($0) } ?? .null, "time_scale": timeScale > 0 ? JSON(timeScale) : .null,
      "samples": sampleCount.map { JSON($0) } ?? .null, "bit_rate": bitsPerSecond.map { JSON($0) } ?? .null,
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
      "transform": .array(transform.map { JSON($0) }), "rotation": Geometry(self).rotation.map { JSON($0) } ?? .null,
      "fps": JSON(framesPerSecond),
      "frame_duration": frameDuration.map { JSON($0) } ?? .null,
      "bits": bitsPerComponent.map { JSON($0) } ?? .null, "chroma": chroma.map { JSON($0) } ?? .null, "colour": colour,
      "fields": fields.map { JSON($0) } ?? .null, "captions": JSON(hasCaptions), "hdr": hdr,
      "stereo": stereo.map { JSON($0) } ?? .null, "spatial": spatial.json,
      "alpha": hasAlpha ? true : .null, "timecode": timecode.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }

  private var colour: JSON {
    let object: JSON = [
      "primaries": primaries.map { JSON($0) } ?? .null, "transfer": transfer.map { JSON($0) } ?? .null,
      "matrix": matrix.map { JSON($0) } ?? .null, "full_range": isFullRange.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Video {
  private var hdr: JSON {
    if masteringLuminance == nil, contentLight == nil, dynamicRanges.isEmpty { return .null }
    let object: JSON = [
      "formats": .array(dynamicRanges.map { JSON($0) }),
      "hdr10_plus_version": dynamicMetadata.map { JSON($0) } ?? .null, "dolby_vision": dolbyVision?.json ?? .null,
      "mastering_min": masteringLuminance.map { JSON($0.lowerBound) } ?? .null,
      "mastering_max": masteringLuminance.map { JSON($0.upperBound) } ?? .null,
      "max_cll": contentLight.map { JSON($0.maximum) } ?? .null,
      "max_fall": contentLight.map { JSON($0.maximumAverage) } ?? .null,
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Spatial {
  fileprivate var json: JSON {
    if self == TrackFacts.Spatial() { return .null }
    let object: JSON = [
      "views": views.map { JSON($0) } ?? .null, "hero_eye": heroEye.map { JSON($0) } ?? .null,
      "baseline_mm": baseline.map { JSON($0) } ?? .null, "disparity": disparity.map { JSON($0) } ?? .null,
      "projection": projection.map { JSON($0) } ?? .null, "packing": packing.map { JSON($0) } ?? .null,
      "field_of_view": fieldOfView.map { JSON($0) } ?? .null,
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
      "start": start.map { JSON($0) } ?? .null, "frame_duration": JSON(frameDuration),
      "drop_frame": dropsFrames ? true : false,
    ]
    return object.withoutNulls
  }
}

extension TrackFacts.Audio {
  var json: JSON {
    let object: JSON = [
      "sample_rate": JSON(sampleRate), "channels": JSON(channels), "layout": layout.isEmpty ? .null : JSON(layout),
      "bits": bitsPerChannel.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}
