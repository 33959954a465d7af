/// The request for samples that renditions have in common if they share a reader's output.
struct SampleRequest: Hashable {
  var track: Int32
  var form: TrackPlan.Action.SampleForm
  var speed: SpeedFactor?

  init(_ plan: TrackPlan) { (track, form, speed) = (plan.source.id, plan.action.sampleForm, plan.speed) }
}
