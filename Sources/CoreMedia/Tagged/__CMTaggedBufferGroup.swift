/// Core Media's group of tagged buffers as C has it: Swift has arrays of `CMTaggedBuffer` in its place.
public final class __CMTaggedBufferGroup: Sendable {
  package let buffers: [CMTaggedBuffer]

  package init(_ buffers: [CMTaggedBuffer]) { self.buffers = buffers }
}
