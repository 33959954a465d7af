extension JobForecast {
  /// The forecast as text for people, printed after the plans, empty if nothing can be said.
  package var text: String {
    sizeText + ([timeLine].compactMap { $0 } + outputs.shortageLines).printableText
  }

  /// A line for each output whose size can be foretold.
  var sizeText: String {
    outputs.compactMap { output in
      output.size.map { "size\(outputs.count > 1 ? " of \(output.path.outputName)" : ""): \($0.text)" }
    }.printableText
  }

  private var timeLine: String? {
    guard let seconds else { return nil }
    let (least, most) = (ProgressLine.clock(seconds.lowerBound), ProgressLine.clock(seconds.upperBound))
    return "time: \(least == most ? "about \(least)" : "\(least) to \(most)"), estimated from a trial"
  }

  /// The document of `avwrite transcode --plan --json`; `Schemas/plan.schema.json` describes it.
  package func document(of plans: [Plan]) -> String {
    let renditions = zip(plans, outputs).map { plan, output -> JSON in
      let object: JSON = ["plan": plan.json, "size": output.size?.json ?? .null]
      return object.withoutNulls
    }
    let whole: JSON = [
      "seconds_min": JSON(seconds?.lowerBound),
      "seconds_max": JSON(seconds?.upperBound), "shortages": outputs.shortagesJSON,
    ]
    let head: JSON = ["v": 1, "type": "plan"]
    return head.merging(JSON(renditions: renditions)).merging(whole.withoutNulls).document
  }
}

extension [JobForecast.Output] {
  /// A line for each file system that may not hold all.
  var shortageLines: [String] {
    shortages.map { disk, room in
      let verdict = room == .tooLittle ? "does not fit" : "may not fit"
      return "disk: \(disk.folder) has \(ByteCount(bytes: disk.free).text) left, and the output \(verdict)"
    }
  }

  /// The shortages as JSON; null where there is room for all.
  var shortagesJSON: JSON {
    let shortages = shortages.map { disk, room -> JSON in
      ["folder": JSON(disk.folder), "free_bytes": JSON(disk.free), "room": JSON(room.rawValue)]
    }
    return shortages.isEmpty ? .null : .array(shortages)
  }
}

extension SizeForecast {
  /// The forecast as text, such as `12.3 MB to 15.1 MB, as stretches of it came to`.
  var text: String {
    let most = ByteCount(bytes: most).text
    let reason = basis == .trial ? "estimated from a trial" : "from the settings"
    guard let least else { return "at most \(most), \(reason)" }
    let low = ByteCount(bytes: least).text
    return "\(low == most ? "about \(most)" : "\(low) to \(most)"), \(reason)"
  }

  var json: JSON {
    let object: JSON = [
      "bytes_min": JSON(least), "bytes_max": JSON(most), "by": JSON(basis.rawValue),
    ]
    return object.withoutNulls
  }
}
