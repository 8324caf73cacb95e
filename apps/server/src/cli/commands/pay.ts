import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { createStationRunner } from '../station-runner.ts'
import { confirmCommand, transferCommand } from './pay-transfer.ts'

/** `pay transfer|confirm`: how people pay. */
export function payCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('pay')
    .description('支付方式')
    .addCommand(transferCommand(run, context))
    .addCommand(confirmCommand(run, context))
}
