internal import ArgumentParser

// A plain main, in which no thread exists before a command has blocked the signals that it waits for.
SignalWatcher.ignoreHarmless()
StandardStreams.occupyClosed()
// The inputs of a batch may have any names.
if CommandLine.arguments.dropFirst().first != BatchCommand.configuration.commandName { CommandLine.requireText() }
Avwrite.run(CommandLine.pathTexts)
