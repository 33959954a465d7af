/// The result of a file that was read whole.
public struct VerificationResult: Sendable, Hashable {
  /// One track of the file.
  public struct Track: Sendable, Hashable {
    public var id: Int32
    public var kind: TrackKind
    public var codec: String
    /// The number of pictures, frames of sound, or samples of any other kind.
    public var samples: Int

    init(_ facts: TrackFacts, samples: Int) {
      (id, kind, codec) = (facts.id, facts.kind, facts.codec)
      self.samples = samples
    }
  }

  /// A fault of the file, for people.
  public struct Problem: Sendable, Hashable {
    /// The identifier of the track, or nil for the file as a whole.
    public var track: Int32?
    public var message: String
  }

  public var output: String
  public var reference: String?
  /// A Boolean value that says whether the samples were decoded, as far as this build does that.
  public var isDecoded = true
  /// The tracks that could be read to their ends.
  public var tracks: [Track] = []
  public var problems: [Problem] = []
  /// The account of the reference's facts; nil without a reference.
  public var ledger: Ledger?

  /// The exit of the command.
  public var exit: JobExit { problems.isEmpty ? .complete : .verificationFailed }
}

extension VerificationResult {
  /// The document of `avwrite verify --json`; `Schemas/verify.schema.json` describes it.
  package var document: String {
    let object: JSON = [
      "v": 1, "type": "verify", "exit": JSON(exit.code), "output": JSON(output),
      "against": JSON(reference), "decoded": JSON(isDecoded), "tracks": .array(tracks.map(\.json)),
      "problems": .array(problems.map(\.json)), "ledger": ledger?.json ?? .null,
    ]
    return object.withoutNulls.document
  }

  /// The result as text for people, without the problems.
  package var text: String {
    var lines = tracks.map { track in
      let unit = track.kind == .video ? "pictures" : "samples"
      return "track \(track.id) (\(track.kind.rawValue) \(track.codec.withoutTrailingSpaces)): \(track.samples) \(unit)"
    }
    if let ledger { lines += ledger.changes + [ledger.summary] }
    lines.append("\(output): " + (problems.isEmpty ? "verified" : "not verified") + (isDecoded ? "" : " (not decoded)"))
    return lines.printableText
  }
}

extension VerificationResult.Track {
  fileprivate var json: JSON {
    ["id": JSON(id), "kind": JSON(kind.rawValue), "codec": JSON(codec), "samples": JSON(samples)]
  }
}

extension VerificationResult.Problem {
  fileprivate var json: JSON {
    let object: JSON = ["track": JSON(track), "message": JSON(message)]
    return object.withoutNulls
  }
}
