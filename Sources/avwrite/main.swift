internal import ArgumentParser

// A plain main: no thread exists before a command has blocked the signals it waits for.
SignalWatcher.ignoreHarmless()
StandardStreams.occupyClosed()
CommandLine.requireText()
Avwrite.main()
