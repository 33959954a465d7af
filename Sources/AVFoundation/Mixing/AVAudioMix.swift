public import Foundation
import Synchronization

/// The volumes and the processing with which an asset's tracks of sound are mixed (MX-01).
///
/// A track without parameters is mixed as it is. An object of this class does not change; `mutableCopy()` gives one that
/// can be edited.
public class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: what changes is behind a lock.
  let parameters: Mutex<[AVAudioMixInputParameters]>

  init(_ parameters: [AVAudioMixInputParameters]) { self.parameters = Mutex(parameters) }

  /// The parameters of the tracks: those that were set, which do not change any more.
  public var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

  /// A mix that does not change any more: this one, unless it can be edited.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// A mix of the same parameters that can be edited.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let mix = AVMutableAudioMix()
    mix.inputParameters = inputParameters
    return mix
  }
}

/// A mix that can be edited. What takes it keeps a copy, which later changes do not change.
public final class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  /// A mix without parameters.
  public init() { super.init([]) }

  /// The parameters of the tracks. Setting it copies them (MX-02).
  public override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set {
      let copies = newValue.compactMap { $0.copy() as? AVAudioMixInputParameters }
      parameters.withLock { $0 = copies }
    }
  }

  /// A mix of the same parameters that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(inputParameters) }
}
