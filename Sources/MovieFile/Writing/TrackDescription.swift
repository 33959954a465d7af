/// The description of a track, apart from its samples. `MovieWriter` writes it at the end, so it may be replaced until
/// then.
package struct TrackDescription: Sendable {
  package var kind: HandlerType
  /// The number of ticks per second in the samples' times.
  package var timeScale: Int32
  package var matrix: TransformMatrix = .identity
  /// The size at which the track is shown, before the matrix; 0 for audio.
  package var width: Double = 0
  package var height: Double = 0
  /// The volume: 1 is the recorded loudness, 0 is for tracks without sound.
  package var volume: Double = 0
  package var language: Language = .undetermined
  /// The language as a BCP 47 tag (`elng`), for languages that three letters cannot express.
  package var extendedLanguage: String?
  package var isEnabled = true
  /// Tracks of one group, other than 0, are alternatives of which one is presented.
  package var alternateGroup: Int16 = 0
  /// The layer; lower layers are nearer to the viewer.
  package var layer: Int16 = 0
  package var references: [TrackReference] = []
  /// The name in `hdlr`. If it is empty, the media kind's default name is written.
  package var handlerName = ""
  /// The date in seconds since 1904-01-01 UTC. 0 unless the caller knows it: the writer never uses the clock.
  package var creationTime: UInt64 = 0
  package var modificationTime: UInt64 = 0
  /// The preload hints, written as `load` into QuickTime movies; ISO's files have no such box.
  package var preload: PreloadHints?
  /// A Boolean value that says whether the track's chunks are interleaved with the others' by time. If it is `false`, a
  /// chunk of this track is written as soon as another track has a sample.
  package var isInterleaved = true
  /// The edit list; empty for none. Durations are in `MovieWriter.movieTimeScale`, media starts in `timeScale` and
  /// on the time line of the appended samples: the writer moves them along with the samples.
  package var edits: [Edit] = []
  /// The number of samples that must be decoded before a sample so that it is decoded correctly, as a negative number:
  /// -1 for AAC, -2 and below for Opus. `nil` means that any sync sample is correct without others. It is written as a
  /// `roll` sample group (ISO 14496-12 10.1).
  package var rollDistance: Int16?
  /// The priming, written as `iTunSMPB` to ISO files for players that do not support edit lists, if the track is the
  /// movie's only sound, and begins at the movie's start.
  package var priming: AudioPriming?
  /// Children of the track's `udta`, other than an iTunes `meta`.
  package var userData: [OpaqueBox] = []
  /// Items of the track's iTunes list (`udta/meta/ilst`).
  package var iTunesItems: [OpaqueBox] = []
  /// The track's `meta` box.
  package var metadata: OpaqueBox?
  package var chunks = ChunkPreferences()
  /// The expected number of samples, from which the writer estimates the space to reserve for `moov`; the next property
  /// is the expected duration of the media in `timeScale`. They are `nil` if nothing is known.
  package var plannedSampleCount: Int?
  package var plannedDuration: Int64?

  package init(kind: HandlerType, timeScale: Int32) {
    precondition(timeScale > 0, "a time scale is positive")
    self.kind = kind
    self.timeScale = timeScale
    if kind == .audio { volume = 1 }
  }
}

/// The parts to cut away from an audio track's decoded samples, in sample frames.
package struct AudioPriming: Hashable, Sendable {
  /// The number of frames at the start that the encoder added.
  package var priming: Int
  /// The number of frames at the end that fill the last packet.
  package var remainder: Int
  /// The number of frames between the two.
  package var validFrames: Int64

  package init(priming: Int, remainder: Int, validFrames: Int64) {
    self.priming = priming
    self.remainder = remainder
    self.validFrames = validFrames
  }
}

/// The description of a movie, apart from its tracks. Written at the end, like the tracks' descriptions.
package struct MovieDescription: Sendable {
  /// The number of ticks per second in durations and edits; 0 lets `MovieTimeScale` choose.
  package var timeScale: Int32 = 0
  package var matrix: TransformMatrix = .identity
  package var preferredRate: Double = 1
  package var preferredVolume: Double = 1
  /// The date in seconds since 1904-01-01 UTC; 0 unless the caller knows it.
  package var creationTime: UInt64 = 0
  package var modificationTime: UInt64 = 0
  /// The brands to add to the format's own compatible ones. They take effect if they are set before the first sample.
  package var extraBrands: [FourCC] = []
  /// The children of the movie's `udta`, other than an iTunes `meta`.
  package var userData: [OpaqueBox] = []
  /// The items of the iTunes list (`udta/meta/ilst`).
  package var iTunesItems: [OpaqueBox] = []
  /// The movie's own `meta` box (QuickTime's key-value metadata).
  package var metadata: OpaqueBox?

  package init() {}
}
