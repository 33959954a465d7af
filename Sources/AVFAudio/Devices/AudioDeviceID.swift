internal import Synchronization

/// The number of a sound device in this process. 0 stands for none.
public typealias AudioDeviceID = UInt32

/// The numbers that were assigned to devices, in the order in which they were asked for: sound servers have only names.
enum AudioDeviceNumbers {
  private static let uids = Mutex<[String]>([])

  static func number(of uid: String) -> AudioDeviceID {
    uids.withLock { uids in
      if let index = uids.firstIndex(of: uid) { return AudioDeviceID(index + 1) }
      uids.append(uid)
      return AudioDeviceID(uids.count)
    }
  }

  /// Returns the identifier of a number's device. Nil for a number that no device was given.
  static func uid(of number: AudioDeviceID) -> String? {
    uids.withLock { uids in number > 0 && Int(number) <= uids.count ? uids[Int(number) - 1] : nil }
  }
}
