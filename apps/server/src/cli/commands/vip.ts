import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { actorText, csvHead, csvLine } from '../money-output.ts'
import { withOutput, writeLines } from '../output-file.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { formatTime, managerMessages } from '../user-output.ts'
import { withNames } from './orders.ts'
import { parseDays } from './user.ts'

const daySec = 24 * 3600

const kindTexts: Readonly<Record<string, string>> = {
  order: '订单',
  redeem: '兑换码',
  gift: '赠送',
  trial: '试用',
  refund: '退款',
  chargeback: '付款被撤回',
  chargeback_won: '撤回被驳回',
  revoke: '取消',
  import: '原有会员',
}

/** E.g. `+30 天`. */
function spanText(seconds: number | null, kind: string): string {
  if (seconds === null) return kind === 'revoke' ? '全部收回' : '没有到期日'
  const days = Math.round((Math.abs(seconds) / daySec) * 10) / 10
  return `${seconds < 0 ? '-' : '+'}${days} 天`
}

const ledgerColumns = ['编号', '时间', '用户编号', '账号', '种类', '秒数', '凭据', '经手', '备注'] as const

/** `vip ledger|export|trial`: what gave and took memberships. */
export function vipCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('vip')
    .description('会员账本')
    .addCommand(ledgerCommand(run, context))
    .addCommand(exportCommand(run, context))
    .addCommand(trialCommand(run, context))
}

function ledgerCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('ledger')
    .description('一个用户的会员时间从哪里来、到哪里去')
    .argument('<账号>')
    .action((login: string) =>
      run(async ({ station }) => {
        const user = await station.accounts.manager.find(login)
        if (typeof user === 'string') throw new UsageError(managerMessages[user])
        const entries = await station.vip.operator.ledgerOf(user.id)
        if (entries.length === 0) print('没有记录。')
        for (const { atSec, kind, seconds, ref, actor, note } of entries)
          print(
            [formatTime(atSec), kindTexts[kind], spanText(seconds, kind), ref, actorText(actor), note]
              .filter(Boolean)
              .join('  '),
          )
        return undefined
      }),
    )
}

function exportCommand(run: StationRunner, context: CommandContext): Command {
  return withOutput(new Command('export').description('整个账本的 CSV')).action(({ output }: { output?: string }) =>
    run(async ({ station }) => {
      await writeLines(context, output, async (line) => {
        await line(csvHead(ledgerColumns))
        for await (const { row, names } of withNames(station, station.vip.operator.ledger())) {
          const { id, atSec, userId, kind, seconds, ref, actor, note } = row
          const who = [userId, names.get(userId) ?? '']
          const what = [kindTexts[kind] ?? kind, seconds ?? '', ref, actorText(actor), note]
          await line(csvLine([id, formatTime(atSec), ...who, ...what]))
        }
      })
      return undefined
    }),
  )
}

function trialCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('trial')
    .description('让一个用户试用会员，每人一次；赠送用 user vip grant')
    .argument('<账号>')
    .option('--days <天数>', '多少天，默认 3', parseDays)
    .action((login: string, { days = 3 }: { days?: number }) =>
      run(async ({ station }) => {
        const user = await station.accounts.manager.find(login)
        if (typeof user === 'string') throw new UsageError(managerMessages[user])
        if (!(await station.vip.operator.trial(user.id, days))) throw new UsageError(`“${user.name}”已经试用过了。`)
        print(`“${user.name}”可以试用 ${days} 天。`)
        return undefined
      }),
    )
}
