public import AVWritePipeline
public import ArgumentParser

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
  // The library's own implementation uses a key path, which is instantiated anew each time: an eighth of the time of
  // parsing.

  /// The words of all values.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

// Values of the job as arguments. Each type converts itself from and to text.
extension VideoChoice.Codec: ExpressibleByArgument {}
extension AudioChoice.Codec: ExpressibleByArgument {}
extension PCMForm: ExpressibleByArgument {}
extension BitRate: ExpressibleByArgument {}
extension Decibels: ExpressibleByArgument {}
extension SpeedFactor: ExpressibleByArgument {}
extension ByteCount: ExpressibleByArgument {}
extension FrameRate: ExpressibleByArgument {}
extension PictureExtent: ExpressibleByArgument {}
extension TrackKind: ExpressibleByArgument {}
extension TrackSelection: ExpressibleByArgument {}
extension AddedTracks: ExpressibleByArgument {}
extension PlaybackDescription.Repetition: ExpressibleByArgument {}
extension TimePoint: ExpressibleByArgument {}
extension DamagePolicy: ExpressibleByArgument {}
extension Container: ExpressibleByArgument {}
extension PictureSize: ExpressibleByArgument {}
extension SheetGrid: ExpressibleByArgument {}
extension PictureColor: ExpressibleByArgument {}
extension PictureArea: ExpressibleByArgument {}
extension PicturePad: ExpressibleByArgument {}
extension PictureOverlay: ExpressibleByArgument {}
extension PictureEdits.Rotation: ExpressibleByArgument {}
extension PictureEdits.Flip: ExpressibleByArgument {}
extension ImageFormat: ExpressibleByArgument {}
extension ExtractionDescription.TextForm: ExpressibleByArgument {}
extension FileChoice.Verification: ExpressibleByArgument {}
extension MetadataChoice.Item: ExpressibleByArgument {}
extension LanguageTag: ExpressibleByArgument {}
extension OfTrack: ExpressibleByArgument where Value: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument: argument, read: Value.init(argument:)) }
}
