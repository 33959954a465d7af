/// An event of a playback. The last one is always `result` or `error`.
package enum PlaybackEvent: Sendable {
  case start(PlaybackStart)
  /// The state, sent four times a second while the media plays, and after each command.
  case state(PlaybackStatus)
  /// One sentence about something that does not stop the playback.
  case warning(String)
  case error(JobError)
  case result(PlaybackResult)
}

/// The start of a playback: sound on a device, pictures on a screen, or both.
package struct PlaybackStart: Sendable, Hashable {
  package struct Sound: Sendable, Hashable {
    /// The codec of the sound, as four characters.
    package var codec: String
    /// The sample rate of the sound, in hertz, and the number of its channels.
    package var sampleRate: Int
    package var channels: Int
  }

  package struct Picture: Sendable, Hashable {
    /// The place where pictures are shown.
    package enum Place: String, Sendable { case window, terminal }

    /// The codec of the pictures, as four characters.
    package var codec: String
    /// The size at which the pictures are shown, in pixels.
    package var width: Int
    package var height: Int
    package var place: Place
  }

  package var input: String
  /// The sound, or nil for pictures without sound.
  package var sound: Sound?
  /// The pictures, or nil if none are shown.
  package var picture: Picture?
  /// The point in the file at which the part that is played begins.
  package var start: ExactTime
  /// The duration of that part. It is nil if the file states none.
  package var duration: ExactTime?
  /// The sound device; nil without sound.
  package var device: PlaybackDevice?
}

/// A sound device.
package struct PlaybackDevice: Sendable, Hashable {
  /// The name for programs, and the name for people.
  package var identifier: String
  package var name: String
  /// A Boolean value that says whether the sound of the device cannot be heard.
  package var isSilent: Bool
}

/// The state of a playback.
package struct PlaybackStatus: Sendable, Hashable {
  package enum Activity: String, Sendable {
    case playing, paused
    /// It waits for more media, such as a server's, and then plays on.
    case waiting
  }

  package var activity: Activity
  /// The point in the file that is heard and shown.
  package var place: ExactTime
  /// The end of the part that is played. It is nil if the file states none.
  package var end: ExactTime?
  /// The volume, in percent.
  package var volume: Double
  package var isMuted: Bool
  package var rate: Double
  /// The levels of each channel: the root mean square and the largest sample of the last tenth of a second, in decibels
  /// of full scale, from -160 to 0.
  package var levels: [Level]
  /// The start of the part that is played.
  package var start = ExactTime.zero
  package var hasPictures = false
  /// The number of the subtitles that are shown, from 1, in their order in the file. Nil for none.
  package var subtitles: Int?

  package struct Level: Sendable, Hashable {
    package var average: Double
    package var peak: Double
  }
}

/// The result of a playback without an error.
package struct PlaybackResult: Sendable, Hashable {
  /// A Boolean value that says whether the media was played to its end, and not ended by a command.
  package var isComplete: Bool
  /// The point in the file that was heard and shown last.
  package var place: ExactTime
  /// The number of times that the device had nothing to play.
  package var underruns: Int
  /// The number of frames that were not decoded when they were to be heard.
  package var starvedFrames: Int64
  /// The number of pictures that were shown. Nil for a sound alone.
  package var shownPictures: Int?
}
