/// What renditions have in common that share a reader's output.
struct SampleRequest: Hashable {
  var track: Int32
  var form: TrackPlan.Action.SampleForm

  init(_ plan: TrackPlan) { (track, form) = (plan.source.id, plan.action.sampleForm) }
}
