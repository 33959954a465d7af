/// The result of a job with a target: the sizes and passes in it.
struct PassResult: Decodable {
  struct Passes: Decodable {
    var count: Int
    var video_bytes: Int
    var ssim: Double
    var reached: Bool
  }
  struct Output: Decodable { var bytes: Int }
  var exit: Int32
  var output: Output
  var parallel: String?
  var passes: Passes?
}
