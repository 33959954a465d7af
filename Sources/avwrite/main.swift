internal import ArgumentParser

// A main file without `@main`, so that no thread exists before a command has blocked the signals that it waits for.
SignalWatcher.ignoreHarmless()
StandardStreams.occupyClosed()
ProcessMemory.limitArenas()
// The names of a batch's inputs need not be UTF-8.
if !BatchCommand.isMeant(by: CommandLine.arguments.dropFirst()) { CommandLine.requireText() }
Avwrite.run(CommandLine.pathTexts)
