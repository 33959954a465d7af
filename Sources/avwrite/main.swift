internal import ArgumentParser

// A plain main, in which no thread exists before a command has blocked the signals that it waits for.
SignalWatcher.ignoreHarmless()
StandardStreams.occupyClosed()
// The inputs of a batch may have any names.
if !BatchCommand.isMeant(by: CommandLine.arguments.dropFirst()) { CommandLine.requireText() }
Avwrite.run(CommandLine.pathTexts)
