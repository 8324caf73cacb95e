import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import { UsageError, type CommandContext } from './command-context.ts'

/** Adds `--output`: what npm prints around a command does not get into a file that the command writes itself. */
export const withOutput = (command: Command): Command =>
  command.option('--output <文件>', '写进这个文件，默认写到标准输出')

/**
 * Lets a command write its lines to a file, or to standard output without one.
 * @throws UsageError if the file cannot be written
 */
export async function writeLines(
  { pathOf, print }: CommandContext,
  file: string | undefined,
  write: (line: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (file === undefined) return write(async (text) => print(text))
  const stream = createWriteStream(pathOf(file))
  try {
    await once(stream, 'open')
  } catch (err) {
    throw new UsageError(`写不了文件：${file}`, { cause: err })
  }
  await write(async (text) => {
    if (!stream.write(`${text}\n`)) await once(stream, 'drain')
  })
  stream.end()
  await finished(stream)
}
