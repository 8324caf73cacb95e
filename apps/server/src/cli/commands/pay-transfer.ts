import type { Currency } from '@yunmu/contract'
import { Command } from 'commander'
import type { VipOperator } from '../../domains/vip/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { hasTestBank, tellDemoEnded } from './pay-gateways.ts'
import { parseCurrency, parseOrderNo } from '../money-output.ts'
import { readOperatorFile } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

/** `pay transfer`: the operator's picture of a payment code. */
export function transferCommand(run: StationRunner, context: CommandContext): Command {
  const { print } = context
  return new Command('transfer')
    .description('扫码转账：给一张收款码的图片，收到款后用 pay confirm 核对')
    .option('--picture <文件>', '收款码的图片')
    .option('--currency <币种>', 'CNY 或 EUR，默认 CNY', parseCurrency)
    .option('--off', '不再用扫码转账')
    .action(
      async ({ picture, currency = 'CNY', off = false }: { picture?: string; currency?: Currency; off?: boolean }) => {
        if (off === (picture !== undefined))
          throw new UsageError('要用 --picture 给一张图片，或用 --off 关掉，二选一。')
        const bytes = picture === undefined ? null : await readOperatorFile(context, picture)
        await run(async ({ station }) => {
          const { transfer } = station.vip.operator
          if (bytes === null) {
            if (!(await transfer.remove())) throw new UsageError('没有设扫码转账。')
            print('已关掉扫码转账。')
            return undefined
          }
          const wasDemo = await hasTestBank(station)
          if (!(await transfer.set(bytes, currency))) throw new UsageError(`不是能用的图片：${picture ?? ''}`)
          print('已设好扫码转账。')
          if (wasDemo) await tellDemoEnded(station, context)
          return undefined
        })
      },
    )
}

type Confirmation = NonNullable<Awaited<ReturnType<VipOperator['orders']['confirm']>>>

/** Why an order that was paid is not fulfilled. */
const unfulfilledTexts: Readonly<Partial<Record<Confirmation, string>>> = {
  no_account: '的账号已注销，请退款。',
  voucher_gone: '没有开通：优惠码已被别的订单用掉，款要退回。',
  endless: '没有开通：账号已是永久会员，款要退回。',
}

/** `pay confirm`: the operator has seen the money. */
export function confirmCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('confirm')
    .description('确认一笔订单的款已收到，马上开通会员；能向支付平台查询的，以平台说的为准')
    .argument('<订单号>')
    .action(async (text: string) => {
      const no = parseOrderNo(text)
      await run(async ({ station }) => {
        const verdict = await station.vip.operator.orders.confirm(no)
        if (verdict === null) throw new UsageError(`没有订单 ${no}。`)
        if (verdict === 'paid already' || verdict === 'duplicate') throw new UsageError(`订单 ${no} 已经付过款了。`)
        if (verdict === 'not paid') throw new UsageError(`支付平台说订单 ${no} 没有付款。`)
        if (verdict === 'unreachable') throw new UsageError(`问不到支付平台，过一会儿再试。`)
        if (verdict === 'no gateway') throw new UsageError(`订单 ${no} 的支付方式没有配置。`)
        if (verdict === 'amount_mismatch') throw new UsageError(`订单 ${no} 收到的金额与订单不符，没有开通。`)
        print(`订单 ${no} ${unfulfilledTexts[verdict] ?? '已开通。'}`)
        return undefined
      })
    })
}
