/// An encoder's balance of speed and compression, by the names of x264's and x265's presets, fastest first. Other
/// encoders have steps of their own, and a table for each says which step a name stands for.
package enum EncoderSpeed: String, Sendable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}
