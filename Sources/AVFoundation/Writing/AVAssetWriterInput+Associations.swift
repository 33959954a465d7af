import MediaEngine
import Synchronization

/// Associations of the track with others of the file: its timecode, its chapter list and so on.
extension AVAssetWriterInput {
  /// A reference to another input's track, and its kind.
  struct TrackAssociation: Sendable {
    weak var target: AVAssetWriterInput?
    let type: AVAssetTrack.AssociationType
  }

  /// Returns whether this input's track can have an association of a type with another input's track (WI-85).
  ///
  /// It is `false` where the association needs other media types, where the file type of the input's writer has no
  /// associations, and for a type that is not four characters.
  ///
  /// - Parameter trackAssociationType: the raw value of an `AVAssetTrack.AssociationType`.
  public func canAddTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) -> Bool {
    refusal(ofAssociationWith: input, AVAssetTrack.AssociationType(rawValue: trackAssociationType)) == nil
  }

  /// Lets this input's track refer to another input's (WI-86), until writing starts. The other input has to be added to
  /// the same writer, or else the reference is not written.
  ///
  /// Stops the process where `canAddTrackAssociation` is false.
  public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
    let type = AVAssetTrack.AssociationType(rawValue: trackAssociationType)
    if let reason = refusal(ofAssociationWith: input, type) {
      raise(.invalidArgument, "the track association cannot be added: \(reason)")
    }
    configure { _ in }
    state.withLock { $0.associations.append(TrackAssociation(target: input, type: type)) }
  }

  private func refusal(
    ofAssociationWith input: AVAssetWriterInput, _ type: AVAssetTrack.AssociationType
  ) -> String? {
    if input === self { return "a track is not associated with itself" }
    if type.code == nil { return "'\(type.rawValue)' is not a type of association" }
    if !type.relates(mediaType, to: input.mediaType) {
      return "'\(type.rawValue)' does not lead from \(mediaType.rawValue) to \(input.mediaType.rawValue)"
    }
    let writers = [self, input].compactMap(\.writer)
    if let writer = writers.first(where: { $0.container.movieFormat == nil }) {
      return "files of type \(writer.outputFileType.rawValue) have no track associations"
    }
    return nil
  }

  /// The associations with tracks of a writer, as its file numbers them.
  func associations(among inputs: [AVAssetWriterInput]) -> [TrackConfiguration.Association] {
    state.withLock { $0.associations }.compactMap { association in
      guard let code = association.type.code, let target = association.target,
        let track = inputs.firstIndex(where: { $0 === target })
      else { return nil }
      return TrackConfiguration.Association(type: code, track: track)
    }
  }
}
