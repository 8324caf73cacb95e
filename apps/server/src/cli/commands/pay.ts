import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { createStationRunner } from '../station-runner.ts'
import { bankCommand, listCommand, offCommand, setCommand, testCommand } from './pay-gateways.ts'
import { confirmCommand, transferCommand } from './pay-transfer.ts'

/** `pay set|list|test|off|bank|transfer|confirm`: how people pay. */
export function payCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('pay')
    .description('支付方式')
    .addCommand(setCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(testCommand(run, context))
    .addCommand(offCommand(run, context))
    .addCommand(bankCommand(run, context))
    .addCommand(transferCommand(run, context))
    .addCommand(confirmCommand(run, context))
}
