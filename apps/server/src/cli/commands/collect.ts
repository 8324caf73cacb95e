import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { createStationRunner } from '../station-runner.ts'
import { collectQueueCommands } from './collect-queue.ts'
import { collectRunCommands } from './collect-run.ts'
import { collectSourceCommands, removeSourceCommand } from './collect-source.ts'

/** `collect add|list|show|set|bind|preview|run|report|undo|queue|decide|remove` for collection sources. */
export function collectCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const command = new Command('collect').description('采集源：从别的站的采集接口收片')
  for (const part of [collectSourceCommands, collectRunCommands, collectQueueCommands])
    for (const each of part(run, context)) command.addCommand(each)
  return command.addCommand(removeSourceCommand(run, context))
}
