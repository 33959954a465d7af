/// The containers and codecs of this build, as `avwrite formats` shows them.
package enum FormatTable {
  package static var text: String {
    let rows = Container.allCases.map { container in
      let codecs = (container.videoEncoders.map(\.rawValue) + container.audioEncoders.map(\.rawValue)).joined(
        separator: ", ")
      return container.rawValue + "  " + codecs + "  (" + container.name + ")"
    }
    return rows.joined(separator: "\n") + "\n"
  }

  /// The table as JSON, which `Schemas/formats.schema.json` describes.
  package static var json: JSON {
    let containers = Container.allCases.map { container -> JSON in
      [
        "container": JSON(container.rawValue), "name": JSON(container.name),
        "video": .array(container.videoEncoders.map { JSON($0.rawValue) }),
        "audio": .array(container.audioEncoders.map { JSON($0.rawValue) }),
      ]
    }
    return ["v": 1, "type": "formats", "containers": .array(containers)]
  }
}
