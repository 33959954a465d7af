extension ComparisonResult {
  /// The document of `avwrite compare --json`; `Schemas/compare.schema.json` describes it.
  package var document: String {
    let object: JSON = [
      "v": 1, "type": "compare", "reference": JSON(reference), "output": JSON(output), "format": JSON(format),
      "start": JSON(start), "end": JSON(end),
      "mean": mean?.json ?? .null, "worst": worst?.json ?? .null, "vmaf": JSON(vmaf),
      "missing": .array(missing.map { JSON($0) }), "extra": .array(extra.map { JSON($0) }),
      "pictures": .array(pictures.map(\.json)),
    ]
    return object.withoutNulls.document
  }
}

extension ComparisonResult.Picture {
  fileprivate var json: JSON {
    let time: JSON = ["at": JSON(time)]
    let perceived: JSON = ["vmaf": JSON(vmaf)]
    return time.merging(quality.json).merging(perceived.withoutNulls)
  }
}

extension PictureQuality {
  fileprivate var json: JSON {
    func object(_ value: (Component) -> JSON) -> JSON {
      ["y": value(luma), "cb": value(blueChroma), "cr": value(redChroma), "all": value(all)]
    }
    // A null is an infinite ratio: the pictures are equal.
    return [
      "psnr": object { JSON(psnr($0)) }, "ssim": object { JSON($0.ssim) },
    ]
  }
}
