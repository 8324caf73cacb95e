import { daySec } from '@yunmu/contract/china-time'
import { versionText } from '../../domains/legal/index.ts'
import { Command, InvalidArgumentError } from 'commander'
import { writeFile } from 'node:fs/promises'
import type { VipOperator } from '../../domains/vip/index.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import {
  auditText,
  csvHead,
  decimal,
  gatewayNames,
  moneyText,
  orderColumns,
  orderCsv,
  orderLine,
  parseAmount,
  parseOrderNo,
  paymentRef,
  verdictTexts,
  type UserNames,
} from '../money-output.ts'
import { withOutput, writeLines } from '../output-file.ts'
import { parseNumber } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { formatTime } from '../user-output.ts'
import { confirmCommand } from './pay-transfer.ts'

/** `orders list|show|confirm|refund|reject|export|bills|unknown`: orders of memberships. */
export function ordersCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('orders')
    .description('会员订单')
    .addCommand(listCommand(run, context))
    .addCommand(showCommand(run, context))
    .addCommand(confirmCommand(run, context))
    .addCommand(refundCommand(run, context))
    .addCommand(rejectCommand(run, context))
    .addCommand(exportCommand(run, context))
    .addCommand(billsCommand(run, context))
    .addCommand(unknownCommand(run, context))
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出订单，新的在前；※ 是等你处理的')
    .option('--held', '只列等你处理的')
    .option('--limit <笔数>', '最多多少笔，默认 50', parseNumber)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ held = false, limit = 50, json = false }: { held?: boolean; limit?: number; json?: boolean }) =>
      run(async ({ station }) => {
        const orders = await station.vip.operator.orders.list({ isHeld: held }, limit)
        if (orders.length === 0 && !json) print('没有订单。')
        const names = await namesOf(station, orders)
        for (const order of orders) print(json ? JSON.stringify(order) : orderLine(order, names))
        return undefined
      }),
    )
}

/** Names of the users of orders, or of entries. */
const namesOf = (
  { accounts }: OpenStation['station'],
  rows: readonly { userId: number | null }[],
): Promise<UserNames> => accounts.manager.namesOf([...new Set(rows.flatMap(({ userId }) => userId ?? []))])

type Found = NonNullable<Awaited<ReturnType<VipOperator['orders']['find']>>>

function detailLines({ order, events, audit }: Found, names: UserNames): string[] {
  const { days, discount, currency, receiptNo, vipUntil, refundReason, refundAmount, refundPlanned, termsVersion } =
    order
  const { refundSec, declinedSec, declineReason } = order
  return [
    orderLine(order, names),
    `时长：${days} 天${vipUntil > 0 ? `，会员到 ${formatTime(vipUntil)}` : ''}`,
    ...(discount > 0 ? [`优惠：${moneyText(discount, currency)}`] : []),
    ...(receiptNo === null ? [] : [`收据：${receiptNo}`]),
    ...(termsVersion === '' ? [] : [`会员服务协议：${versionText(termsVersion)}`]),
    ...(refundReason === '' ? [] : [`退款理由：${refundReason}`]),
    ...(refundPlanned === 0 ? [] : [`正在退款：${moneyText(refundPlanned, currency)}`]),
    ...(refundAmount === 0 ? [] : [`退款金额：${moneyText(refundAmount, currency)}，收回 ${daysText(refundSec)}`]),
    ...(declinedSec === 0
      ? []
      : [`退款申请已拒绝：${formatTime(declinedSec)}${declineReason && `，${declineReason}`}`]),
    ...events.map(
      ({ receivedSec, verdict, amount, currency: of, providerRef }) =>
        `${formatTime(receivedSec)}  支付通知  ${verdictTexts[verdict]}  ${decimal(amount)} ${of}  ${paymentRef(providerRef)}`,
    ),
    ...audit.map(auditText),
  ]
}

function showCommand(run: StationRunner, context: CommandContext): Command {
  const { print } = context
  return new Command('show')
    .description('一笔订单的详情')
    .argument('<订单号>')
    .option('--proof <文件>', '把转账截图存成这个文件（WebP）')
    .action(async (text: string, { proof }: { proof?: string }) => {
      const no = parseOrderNo(text)
      await run(async ({ station }) => {
        const { orders } = station.vip.operator
        const found = await orders.find(no)
        if (!found) throw new UsageError(`没有订单 ${no}。`)
        if (proof !== undefined) {
          const picture = await orders.proofOf(no)
          if (!picture) throw new UsageError(`订单 ${no} 没有转账截图。`)
          await writeFile(context.pathOf(proof), picture)
        }
        for (const line of detailLines(found, await namesOf(station, [found.order]))) print(line)
        return undefined
      })
    })
}

/** Time as days, e.g. `12 天`. */
const daysText = (seconds: number): string => `${Math.round((seconds / daySec) * 10) / 10} 天`

const refundMessages = {
  NoSuchOrder: (no: string) => `没有订单 ${no}。`,
  NoGateway: (no: string) => `订单 ${no} 的支付方式没有配置，先配置好再退款。`,
  NotRefundable: (no: string) => `订单 ${no} 现在不能退款。`,
  Unclear: (no: string) => `订单 ${no} 上一次退款的结果还不清楚，过一会儿再试。`,
  AmountInvalid: (no: string) =>
    `退不了：订单 ${no} 没有没用完的时间（可以用 --amount 写金额），或金额比还能退的多，或天数比订单的多。`,
}

interface RefundOptions {
  amount?: number
  days?: number
  decline?: string | true
  dryRun?: boolean
}

/** Days that are taken back: also none. */
function parseTakenDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

function refundCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('refund')
    .description('退款，并收回会员时间；支付平台不能退的，先自己把钱退了再用这个命令')
    .argument('<订单号>')
    .option('--amount <金额>', '退多少，默认按没用完的天数', parseAmount)
    .option('--days <天数>', '收回几天；默认全退收回全部，退一部分按比例，不足一天的不收', parseTakenDays)
    .option('--dry-run', '只说会退多少、收回几天，不退')
    .option('--decline [理由]', '不同意退款申请，订单照旧；理由会告诉用户')
    .action(async (text: string, { decline, dryRun = false, ...wish }: RefundOptions) => {
      const no = parseOrderNo(text)
      await run(async ({ station }) => {
        const { orders } = station.vip.operator
        if (decline !== undefined) {
          const declined = await orders.declineRefund(no, decline === true ? '' : decline.trim())
          if (!declined) throw new UsageError(`订单 ${no} 没有退款申请。`)
          print(`已拒绝订单 ${no} 的退款申请${decline === true ? '' : '，理由已告诉用户'}。`)
          return undefined
        }
        const order = (await orders.find(no))?.order
        const plan = await orders.previewRefund(no, wish)
        if (order && plan)
          print(
            `退 ${moneyText(plan.minor, order.currency)}，收回 ${daysText(plan.seconds)}（订单共 ${order.days} 天）。`,
          )
        if (dryRun && plan) return undefined
        const done = await orders.refund(no, wish)
        if (typeof done === 'string') throw new UsageError(refundMessages[done](no))
        const isUnderWay = done.refundPlanned > 0
        print(
          isUnderWay
            ? `订单 ${no} 正在退款。`
            : `订单 ${no} 已退款，一共退了 ${moneyText(done.refundAmount, done.currency)}。`,
        )
        return undefined
      })
    })
}

function rejectCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('reject')
    .description('不认一笔款：没付成的订单取消；付错、多付的钱先自己退回，再用这个命令销掉；被撤回的付款认了，也用它')
    .argument('<订单号>')
    .action(async (text: string) => {
      const no = parseOrderNo(text)
      await run(async ({ station }) => {
        if (!(await station.vip.operator.orders.reject(no))) throw new UsageError(`订单 ${no} 没有要处理的款。`)
        print(`已处理订单 ${no}。`)
        return undefined
      })
    })
}

/** Rows whose users are looked up at once. */
const rowsAtOnce = 500

/** Rows with the names of their users. */
export async function* withNames<Row extends { userId: number | null }>(
  station: OpenStation['station'],
  rows: AsyncIterable<Row>,
): AsyncIterable<{ row: Row; names: UserNames }> {
  let some: Row[] = []
  const named = async (): Promise<{ row: Row; names: UserNames }[]> => {
    const names = await namesOf(station, some)
    return some.map((row) => ({ row, names }))
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield* await named()
    some = []
  }
  yield* await named()
}

function exportCommand(run: StationRunner, context: CommandContext): Command {
  return withOutput(new Command('export').description('所有订单的 CSV')).action(({ output }: { output?: string }) =>
    run(async ({ station }) => {
      await writeLines(context, output, async (line) => {
        await line(csvHead(orderColumns))
        for await (const { row, names } of withNames(station, station.vip.operator.orders.all()))
          await line(orderCsv(row, names))
      })
      return undefined
    }),
  )
}

const differenceTexts = { only_us: '只有我们有', only_them: '只有支付平台有', amount: '金额不同' } as const

/** Differences that one command prints. */
const maxDifferences = 1000

function billsCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('bills')
    .description('支付平台的账单和订单对不上的地方')
    .option('--resolve <编号>', '这一处处理好了，不再列出', parseNumber)
  return command.action(({ resolve }: { resolve?: number }) =>
    run(async ({ station }) => {
      const { operator } = station.vip
      if (resolve !== undefined) {
        if (!(await operator.resolveDifference(resolve))) throw new UsageError(`没有编号为“${resolve}”的要处理。`)
        print(`已处理 ${resolve}。`)
        return undefined
      }
      const rows = await operator.differences(maxDifferences)
      if (rows.length === 0) print('没有对不上的。')
      for (const { id, day, gateway, kind, flow, no, providerRef, refundNo, ours, theirs, currency } of rows) {
        const amounts = `我们 ${decimal(ours)}，平台 ${decimal(theirs)} ${currency}`
        const what = [flow === 'paid' ? '付款' : '退款', differenceTexts[kind]]
        print([id, day, gatewayNames[gateway], ...what, no, refundNo || providerRef, amounts].join('  '))
      }
      return undefined
    }),
  )
}

function unknownCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('unknown').description('支付平台报来、本站没有订单的款，新的在前').action(() =>
    run(async ({ station }) => {
      const events = await station.vip.operator.unknownEvents(maxDifferences)
      if (events.length === 0) print('没有。')
      for (const { receivedSec, gateway, reportedNo, providerRef, amount, currency } of events) {
        const money = `${decimal(amount)} ${currency}`
        print([formatTime(receivedSec), gatewayNames[gateway], reportedNo, providerRef, money].join('  '))
      }
      return undefined
    }),
  )
}
