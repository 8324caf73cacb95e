import { versionText } from '../../domains/legal/index.ts'
import { Command } from 'commander'
import { writeFile } from 'node:fs/promises'
import type { VipOperator } from '../../domains/vip/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import {
  csvLine,
  decimal,
  moneyText,
  orderColumns,
  orderCsv,
  orderLine,
  parseAmount,
  parseOrderNo,
} from '../money-output.ts'
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
        for (const order of orders) print(json ? JSON.stringify(order) : orderLine(order))
        return undefined
      }),
    )
}

type Found = NonNullable<Awaited<ReturnType<VipOperator['orders']['find']>>>

function detailLines({ order, events, audit }: Found): string[] {
  const { days, discount, currency, receiptNo, vipUntil, refundReason, refundAmount, refundPlanned, termsVersion } =
    order
  return [
    orderLine(order),
    `时长：${days} 天${vipUntil > 0 ? `，会员到 ${formatTime(vipUntil)}` : ''}`,
    ...(discount > 0 ? [`优惠：${moneyText(discount, currency)}`] : []),
    ...(receiptNo === null ? [] : [`收据：${receiptNo}`]),
    ...(termsVersion === '' ? [] : [`会员服务协议：${versionText(termsVersion)}`]),
    ...(refundReason === '' ? [] : [`退款理由：${refundReason}`]),
    ...(refundPlanned === 0 ? [] : [`正在退款：${moneyText(refundPlanned, currency)}`]),
    ...(refundAmount === 0 ? [] : [`退款金额：${moneyText(refundAmount, currency)}`]),
    ...events.map(
      ({ receivedSec, verdict, amount, currency: of, providerRef }) =>
        `${formatTime(receivedSec)}  支付通知  ${verdict}  ${decimal(amount)} ${of}  ${providerRef}`,
    ),
    ...audit.map(({ atSec, actor, act }) => `${formatTime(atSec)}  ${actor}  ${act}`),
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
        for (const line of detailLines(found)) print(line)
        return undefined
      })
    })
}

const refundMessages = {
  NoSuchOrder: (no: string) => `没有订单 ${no}。`,
  NoGateway: (no: string) => `订单 ${no} 的支付方式没有配置，先配置好再退款。`,
  NotRefundable: (no: string) => `订单 ${no} 现在不能退款。`,
  Unclear: (no: string) => `订单 ${no} 上一次退款的结果还不清楚，过一会儿再试。`,
  AmountInvalid: (no: string) => `退款金额不对：订单 ${no} 没有未用的时间，或金额比付的多；用 --amount 写金额。`,
}

function refundCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('refund')
    .description('退款，并收回会员时间；支付平台不能退的，先自己把钱退了再用这个命令')
    .argument('<订单号>')
    .option('--amount <金额>', '退多少，默认按没用完的天数', parseAmount)
    .option('--decline', '不同意退款申请，订单照旧')
    .action(async (text: string, { amount, decline = false }: { amount?: number; decline?: boolean }) => {
      const no = parseOrderNo(text)
      await run(async ({ station }) => {
        const { orders } = station.vip.operator
        if (decline) {
          if (!(await orders.declineRefund(no))) throw new UsageError(`订单 ${no} 没有退款申请。`)
          print(`已拒绝订单 ${no} 的退款申请。`)
          return undefined
        }
        const done = await orders.refund(no, amount)
        if (typeof done === 'string') throw new UsageError(refundMessages[done](no))
        const money = moneyText(done.state === 'refunded' ? done.refundAmount : done.refundPlanned, done.currency)
        print(done.state === 'refunded' ? `订单 ${no} 已退款 ${money}。` : `订单 ${no} 正在退款 ${money}。`)
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

function exportCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('export').description('所有订单的 CSV，写到标准输出').action(() =>
    run(async ({ station }) => {
      print(csvLine(orderColumns))
      for await (const order of station.vip.operator.orders.all()) print(orderCsv(order))
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
        print([id, day, gateway, ...what, no, refundNo || providerRef, amounts].join('  '))
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
        print([formatTime(receivedSec), gateway, reportedNo, providerRef, money].join('  '))
      }
      return undefined
    }),
  )
}
