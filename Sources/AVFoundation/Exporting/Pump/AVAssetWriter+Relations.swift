package import CoreMedia

extension AVAssetWriter {
  /// Gives the written tracks the same associations and alternatives as the source's tracks have.
  ///
  /// - Parameter inputs: the writer's inputs, by the identifiers of the source's tracks.
  package func relate(_ inputs: [CMPersistentTrackID: AVAssetWriterInput], as asset: AVAsset) {
    for track in asset.tracks {
      guard let input = inputs[track.trackID] else { continue }
      for type in track.availableTrackAssociationTypes {
        for target in track.associatedTracks(ofType: type).compactMap({ inputs[$0.trackID] })
        where input.canAddTrackAssociation(withTrackOf: target, type: type.rawValue) {
          input.addTrackAssociation(withTrackOf: target, type: type.rawValue)
        }
      }
    }
    for group in asset.trackGroups {
      let members = group.trackIDs.compactMap { inputs[$0.int32Value] }
      // A group has one enabled track at most. If the source enables more, they get no group and keep their own flags.
      let enabled = members.filter(\.marksOutputTrackAsEnabled)
      guard members.count > 1, enabled.count <= 1 else { continue }
      let alternatives = AVAssetWriterInputGroup(inputs: members, defaultInput: enabled.first)
      if canAdd(alternatives) { add(alternatives) }
    }
  }
}
