/// An event of a playback. The last one is always `result` or `error`.
package enum PlaybackEvent: Sendable {
  case start(PlaybackStart)
  /// The state, four times a second while it plays, and after each command.
  case state(PlaybackState)
  /// One sentence about something that does not stop it.
  case warning(String)
  case error(JobError)
  case result(PlaybackResult)
}

/// The beginning of playing: sound on a device, pictures on a screen, or both.
package struct PlaybackStart: Sendable, Hashable {
  package struct Sound: Sendable, Hashable {
    /// The four characters of the coded sound's format.
    package var codec: String
    /// Frames in a second, in Hz, and channels, of the sound.
    package var sampleRate: Int
    package var channels: Int
  }

  package struct Picture: Sendable, Hashable {
    /// The place where pictures are shown.
    package enum Place: String, Sendable { case window, terminal }

    /// The four characters of the coded pictures' format.
    package var codec: String
    /// The size at which they are shown, in pixels.
    package var width: Int
    package var height: Int
    package var place: Place
  }

  package var input: String
  /// Nil for pictures without sound.
  package var sound: Sound?
  /// Nil where no pictures are shown.
  package var picture: Picture?
  /// The place in the file at which the part begins that is played.
  package var start: ExactTime
  /// The length of that part. Nil where the file states none.
  package var duration: ExactTime?
  /// Nil without sound.
  package var device: PlaybackDevice?
}

/// A sound device.
package struct PlaybackDevice: Sendable, Hashable {
  /// The name for programs, and the one for people.
  package var identifier: String
  package var name: String
  /// A Boolean value that says whether nobody can hear the device.
  package var isSilent: Bool
}

/// The state of what plays.
package struct PlaybackState: Sendable, Hashable {
  package enum Activity: String, Sendable {
    case playing, paused
    /// It plays on when there is enough of the media again, as of what a server sends.
    case waiting
  }

  package var activity: Activity
  /// The place that is heard and shown.
  package var place: ExactTime
  /// The end of the part that is played. Nil where the file states none.
  package var end: ExactTime?
  /// In percent.
  package var volume: Double
  package var isMuted: Bool
  package var rate: Double
  /// For each channel the root mean square and the largest sample of the last tenth of a second, in decibels of full scale:
  /// -160 to 0.
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

/// The end of a playback without an error.
package struct PlaybackResult: Sendable, Hashable {
  /// A Boolean value that says whether it was played to its end, and not ended by a command.
  package var isComplete: Bool
  /// The place that was heard and shown last.
  package var place: ExactTime
  /// The times that the device had nothing to play.
  package var underruns: Int
  /// Frames that were not decoded when they were to be heard.
  package var starvedFrames: Int64
  /// Pictures that were shown. Nil for a sound alone.
  package var shownPictures: Int?
}
