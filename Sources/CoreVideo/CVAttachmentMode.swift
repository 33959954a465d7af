/// A mode that says whether an attachment is copied when a buffer is made from another.
public enum CVAttachmentMode: UInt32, Sendable {
  case shouldNotPropagate = 0
  case shouldPropagate = 1
}
