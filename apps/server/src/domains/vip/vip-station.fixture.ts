import { userUpgrade, type Order } from '@yunmu/contract'
import { runSchedule } from '../../testing/modules.ts'
import type { People } from '../../testing/people.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBank, type Bank } from './bank.fixture.ts'
import type { GatewayReport } from './gateways/gateway.ts'

type Person = keyof People

/** A station that sells by a bank. */
export interface SellingStation {
  t: TestApp
  bank: Bank
  /** The plan of thirty days for 29.90 yuan and 3.99 euro. */
  planId: number
  order(as: Person, change?: { key?: string; code?: string; productId?: number }): Promise<Order>
  /** Sends a notification as the bank does; returns the status of the reply. */
  notify(
    report: GatewayReport,
    change?: { signature?: string; headers?: Record<string, string>; at?: TestApp },
  ): Promise<number>
  /** Orders, pays and notifies. */
  buy(as: Person): Promise<Order>
  stateOf(no: string): Promise<string>
  /** Seconds of VIP that are left. */
  leftSec(person: Person): Promise<number>
  run(schedule: string): Promise<void>
  passSec(sec: number): void
}

export async function openSellingStation(currency: 'CNY' | 'EUR' = 'CNY'): Promise<SellingStation> {
  const bank = openBank(currency)
  const t = await buildTestApp({}, { gateways: bank.gateways })
  const { operator } = t.station.vip
  const planId = await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 399, days: 30, mark: '' })
  const order: SellingStation['order'] = async (as, { productId = planId, ...change } = {}) => {
    const send = { productId, type: 3, userId: t.people[as].userId, terms: 'd1', ...change }
    return userUpgrade.reply.parse((await t.make(userUpgrade, send, { as })).data).order
  }
  const notify: SellingStation['notify'] = async (report, { signature: given, headers = {}, at = t } = {}) => {
    const { body, signature } = bank.sign(report)
    const { statusCode } = await at.app.inject({
      method: 'POST',
      url: '/pay/notify/stripe',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': given ?? signature, ...headers },
    })
    return statusCode
  }
  return {
    t,
    bank,
    planId,
    order,
    notify,
    async buy(as) {
      const made = await order(as)
      await notify(bank.pay(made.no))
      return made
    },
    async stateOf(no) {
      return (await operator.orders.find(no))?.order.state ?? 'none'
    },
    async leftSec(person) {
      const { userId } = t.people[person]
      const end = (await t.station.accounts.memberships.of([userId])).get(userId)?.userEndTime ?? 0
      return Math.max(0, end - Math.floor(t.clock.nowMs() / 1000))
    },
    run: (schedule) => runSchedule(t.station.vip.module, schedule),
    passSec: (sec) => t.clock.set(t.clock.nowMs() + sec * 1000),
  }
}
