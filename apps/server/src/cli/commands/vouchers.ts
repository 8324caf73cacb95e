import { printedCode } from '../../domains/vip/index.ts'
import { Command, InvalidArgumentError } from 'commander'
import { nowSec } from '../../platform/process/clock.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import { withOutput, writeLines } from '../output-file.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { formatTime } from '../user-output.ts'
import { parseDays } from './user.ts'

const daySec = 24 * 3600
const maxCodes = 10_000

/** `vouchers make|list`: discount and redeem codes. */
export function vouchersCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('vouchers')
    .description('兑换码和优惠码')
    .addCommand(makeCommand(run, context))
    .addCommand(listCommand(run, context))
}

function parsePercent(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

interface MakeOptions {
  days?: number
  percent?: number
  plan?: string
  perPerson?: number
  expires?: number
  note?: string
  output?: string
}

function makeCommand(run: StationRunner, context: CommandContext): Command {
  return withOutput(new Command('make'))
    .description('做一批码，每行一个；每个码只能用一次')
    .argument('<个数>')
    .option('--days <天数>', '兑换码：给多少天会员', parseDays)
    .option('--percent <百分比>', '优惠码：减百分之几，1 到 99', parsePercent)
    .option('--plan <编号>', '优惠码只用于这个套餐')
    .option('--per-person <个数>', '每人最多用这一批的几个，默认 1', parseNumber)
    .option('--expires <天数>', '多少天后失效，默认不失效', parseDays)
    .option('--note <文字>', '这一批的备注')
    .action(async (text: string, { days, percent, plan, perPerson = 1, expires, note = '', output }: MakeOptions) => {
      const count = parseNumber(text)
      if (count > maxCodes) throw new UsageError(`一批最多 ${maxCodes} 个。`)
      if ((days === undefined) === (percent === undefined))
        throw new UsageError('要用 --days 做兑换码，或用 --percent 做优惠码，二选一。')
      if (plan !== undefined && percent === undefined) throw new UsageError('--plan 只用于优惠码。')
      const planId = plan === undefined ? null : parseId(plan, '套餐')
      await run(async ({ station, platform }) => {
        const expiresSec = expires === undefined ? 0 : nowSec(platform.clock) + expires * daySec
        const kind = days === undefined ? 'discount' : 'days'
        const batch = { kind, days: days ?? 0, percent: percent ?? 0, planId, perPerson, expiresSec, note } as const
        const made = await station.vip.operator.vouchers.make(batch, count)
        if (!made) throw new UsageError(`没有编号为“${plan ?? ''}”的套餐。`)
        await writeLines(context, output, async (line) => {
          for (const code of made.codes) await line(printedCode(code))
        })
        return undefined
      })
    })
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出各批的码，或一批里的每个码')
    .argument('[批次]')
    .action((text: string | undefined) =>
      run(async ({ station }) => {
        const { vouchers } = station.vip.operator
        if (text !== undefined) {
          const codes = await vouchers.codes(parseId(text, '批次'))
          if (codes.length === 0) throw new UsageError(`没有编号为“${text}”的批次。`)
          for (const { code, usedSec, orderNo } of codes)
            print(
              `${printedCode(code)}  ${usedSec === 0 ? '没用' : `${formatTime(usedSec)} 用了`}${orderNo === null ? '' : `  ${orderNo}`}`,
            )
          return undefined
        }
        const batches = await vouchers.batches()
        if (batches.length === 0) print('还没有码。')
        const plans = new Map((await station.vip.operator.plans.list()).map(({ id, name }) => [id, name]))
        for (const { id, kind, days, percent, planId, count, used, expiresSec, note } of batches) {
          const gives = kind === 'days' ? `给 ${days} 天` : `减 ${percent}%`
          const until = expiresSec === 0 ? '不失效' : `到 ${formatTime(expiresSec)}`
          const only = planId === null ? '' : `只用于${plans.get(planId) ?? '不再卖的套餐'}（${planId}）`
          print([id, gives, only, `${count} 个，用了 ${used} 个`, until, note].filter((part) => part !== '').join('  '))
        }
        return undefined
      }),
    )
}
