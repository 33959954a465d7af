import CoreMedia
import Dispatch
import Foundation
import MediaEngine
import TimedText

/// Gives the texts of an item's text track, each change of them at its time.
///
/// It belongs to a serial queue, on which everything is called.
final class TextFollower: @unchecked Sendable {
  // Sendable: everything is touched on the queue alone.

  /// The cues that are shown from a time on.
  struct Change: Sendable {
    var time: CMTime
    /// The cues, in the order of their starts.
    var cues: [ShownCue]

    /// Returns the texts, each with its attributes; texts of WebVTT also have those of rules (PI-56).
    func strings(
      rules: [AVTextStyleRule], where isWanted: (ShownCue) -> Bool = { _ in true }
    ) -> [NSAttributedString] {
      cues.filter(isWanted).flatMap { cue in
        cue.texts.map { NSAttributedString($0, rules: cue.isWebVTT ? rules : []) }
      }
    }
  }

  /// A sample of a text track that is shown.
  struct ShownCue: Sendable {
    var sample: CMSampleBuffer
    /// The texts of the sample.
    var texts: [StyledText]
    /// A Boolean value that says whether the sample is of WebVTT.
    var isWebVTT: Bool
  }

  private let queue: DispatchQueue
  private let handler: @Sendable (Change) -> Void
  private var follower: CueFollower?
  /// The item at work whose time is followed.
  private weak var engine: PlayingItem?
  private var trackID: CMPersistentTrackID?
  private var last: Change?

  /// - Parameter handler: called on the queue for each change.
  init(on queue: DispatchQueue, _ handler: @escaping @Sendable (Change) -> Void) {
    (self.queue, self.handler) = (queue, handler)
  }

  deinit { follower?.end() }

  /// Follows the track that an item shows now, once the item is open in its player.
  func follow(_ item: AVPlayerItem?, _ engine: PlayingItem?, advance: Double) {
    let track = item?.isPresenting == true ? item?.textTrack : nil
    if let follower, let track, track.trackID == trackID, self.engine === engine { return follower.look() }
    end()
    self.engine = engine
    guard let engine, let track, let form = track.formatDescriptions.first.flatMap({ TextForm($0) }) else { return }
    let feed = try? CueFeed(of: track, in: engine.content) { sample in form.cue(sample) != nil }
    guard let feed else { return }
    trackID = track.trackID
    follower = CueFollower(feed, of: engine, advance: advance, on: queue) { [weak self] moments in
      for moment in moments { self?.give(moment, form) }
    }
    follower?.look()
  }

  private func give(_ moment: CueSchedule.Moment, _ form: TextForm) {
    tell(Change(time: moment.time, cues: moment.shown.compactMap { form.cue($0.sample) }))
  }

  private func tell(_ change: Change) {
    last = change
    handler(change)
  }

  /// Gives the shown texts once more, in the style that they have now.
  func repeatLast() { if let last { handler(last) } }

  /// The time has jumped or changed its direction.
  func flush() {
    last = nil
    follower?.flush()
  }

  var isReading: Bool { follower?.isReading ?? false }
  func look() { follower?.look() }
  func setAdvance(_ seconds: Double) { follower?.setAdvance(seconds) }

  /// Shows nothing any more.
  func end() {
    follower?.end()
    (follower, trackID) = (nil, nil)
    if let last, !last.cues.isEmpty { tell(Change(time: last.time, cues: [])) }
    last = nil
  }
}

extension TextForm {
  /// Returns the texts of a sample. It is `nil` for a pause.
  fileprivate func cue(_ sample: CMSampleBuffer) -> TextFollower.ShownCue? {
    let texts = texts(of: sample)
    return texts.isEmpty ? nil : TextFollower.ShownCue(sample: sample, texts: texts, isWebVTT: hasCues)
  }
}
