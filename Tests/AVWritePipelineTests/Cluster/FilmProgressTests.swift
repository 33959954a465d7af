import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct FilmProgressTests {
  private func progress(_ fraction: Double, frames: Int) -> Progress {
    Progress(fraction: fraction, frames: frames, fps: 0, speed: 0, bytes: 0)
  }

  private func film(encodesSound: Bool) -> ClusterPlan.Film {
    ClusterPlan.Film(
      description: JobDescription(input: "in.mov", output: "out.mp4"), journal: "/j", key: "k", shareCount: 4,
      encodesSound: encodesSound, inputSize: 1, inputTime: 2)
  }

  @Test func `the tasks are the shares, the sound and the joining`() {
    #expect(
      (0...5).map(film(encodesSound: true).part) == [
        .share(0, pass: 1), .share(1, pass: 1), .share(2, pass: 1), .share(3, pass: 1), .sound, .joining,
      ])
    #expect(
      (0...4).map(film(encodesSound: false).part) == [
        .share(0, pass: 1), .share(1, pass: 1), .share(2, pass: 1), .share(3, pass: 1), .joining,
      ])
  }

  @Test func `sound counts nothing by itself`() {
    var progress = FilmProgress(film(encodesSound: true))
    progress.note(self.progress(1, frames: 0), of: 4)
    progress.didFinish(4)
    #expect(progress.progress(after: 1).fraction == 0)
    progress.note(self.progress(1, frames: 8), of: 5)
    #expect(progress.progress(after: 1).fraction == 1)
  }

  @Test func `shares count alike, a share that begins again takes its own place, and joining is the end`() {
    var film = FilmProgress(film(encodesSound: false))
    #expect(film.progress(after: 0).fraction == 0)
    #expect(film.progress(after: 1).secondsLeft == nil)
    film.note(progress(1, frames: 100), of: 0)
    film.note(progress(0.5, frames: 50), of: 3)
    let half = film.progress(after: 10)
    #expect(half.frames == 150 && half.fps == 15)
    #expect(abs(half.fraction - 0.95 * 1.5 / 4) < 1e-9)
    film.note(progress(0, frames: 0), of: 3)
    #expect(film.progress(after: 10).frames == 100)
    film.note(progress(0.5, frames: 200), of: 4)
    let joining = film.progress(after: 20)
    #expect(abs(joining.fraction - 0.975) < 1e-9)
    #expect(joining.frames == 200)
    film.note(progress(1, frames: 400), of: 4)
    #expect(film.progress(after: 20).fraction == 1)
  }
}
