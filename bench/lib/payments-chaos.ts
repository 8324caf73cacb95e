import { userOrderRefund, userUpgrade } from '@yunmu/contract'
import type { Protocol, TestBank } from '@yunmu/test-bank'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StationPlatform } from '../../apps/server/src/config.ts'
import { membershipOf } from '../../apps/server/src/domains/vip/ledger/ledger-rules.ts'
import type { StoredEntry } from '../../apps/server/src/domains/vip/ledger/ledger-store.ts'
import { daySec } from '../../apps/server/src/domains/vip/orders/order-rules.ts'
import { runSchedule } from '../../apps/server/src/testing/modules.ts'
import type { Station } from '../../apps/server/src/station.ts'
import { databaseUrlOf } from '../../apps/server/src/testing/database-url.ts'
import { callStation } from './payer.ts'
import type { Person } from './signed-in-people.ts'

const days = 30
/** A payer tries again what was not acknowledged, after this time. */
const againMs = 100
/** Each third order of a payer is refunded on request. */
const refundEvery = 3
/** How long the station has after the last kill until everything is settled. */
const settleMs = 240_000
/** The longest time from the first order that a server has acknowledged to its end. */
const longestMs = 1500

export interface ChaosFigures {
  kills: number
  orders: number
  /** Notifications that the station acknowledged, and payments and refunds at the bank. */
  acknowledged: number
  payments: number
  refunds: number
  settledSec: number
  faults: string[]
}

/** A station that is killed while the test bank pays. */
export interface ChaosStation {
  platform: StationPlatform
  /** On the same database, in this process: it is not killed. */
  station: Station
  bank: TestBank
  port: number
  env: Readonly<Record<string, string>>
}

interface Chaos extends ChaosStation {
  planId: number
  types: readonly number[]
  isOver: boolean
  /** Orders that the station has acknowledged, with who made them. */
  orders: Map<string, Person>
  /** Refunds that it has acknowledged. */
  refunds: Set<string>
}

/** Pays at these gateways, each with its payment method, while the server is killed so many times at random moments. */
export async function payThroughKills(
  at: ChaosStation,
  {
    people,
    kills,
    random,
    ways,
  }: { people: readonly Person[]; kills: number; random: () => number; ways: [Protocol, number][] },
): Promise<ChaosFigures> {
  const { gateways, operator } = at.station.vip
  for (const [protocol, type] of ways) {
    const refusal = await gateways.set(protocol, at.bank.settings[protocol], [type])
    if (refusal) throw new Error(JSON.stringify(refusal))
  }
  const plan = { name: '月卡', amount: 2990, currencyAmount: 399, days, mark: '' }
  const chaos: Chaos = {
    ...at,
    planId: await operator.plans.add(plan),
    types: ways.map(([, type]) => type),
    isOver: false,
    orders: new Map(),
    refunds: new Set(),
  }
  let server = await start(chaos)
  const paying = people.map((person, index) => payOnAndOn(chaos, person, index))
  for (let count = 0; count < kills; count++) {
    await untilPaying(chaos)
    await delay(random() * longestMs)
    server.kill('SIGKILL')
    await once(server, 'exit')
    server = await start(chaos)
  }
  chaos.isOver = true
  await Promise.all(paying)
  const endedMs = performance.now()
  const faults = await settled(chaos)
  const settledSec = Math.round((performance.now() - endedMs) / 1000)
  server.kill('SIGTERM')
  await once(server, 'exit')
  const { payments, deliveries } = at.bank.control.list()
  return {
    kills,
    orders: chaos.orders.size,
    acknowledged: deliveries.filter(({ state }) => state === 'taken').length,
    payments: payments.filter(({ state }) => state === 'paid').length,
    refunds: payments.filter(({ refundedMinor }) => refundedMinor > 0).length,
    settledSec,
    faults,
  }
}

/** Starts the server, and waits until it is ready. */
async function start({ platform: { config, connection }, env, port }: ChaosStation): Promise<ChildProcess> {
  const own = {
    YUNMU_DATA: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? databaseUrlOf({ connection }),
    PORT: String(port),
    LOG_LEVEL: 'fatal',
  }
  const program = join(import.meta.dirname, 'shop-server.ts')
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => 'ended')
  if ((await Promise.race([once(child.stdout, 'data'), ended])) === 'ended') throw new Error('the server did not start')
  return child
}

/** Orders, pays and sometimes asks for a refund, each again until the station has acknowledged it. */
async function payOnAndOn(chaos: Chaos, person: Person, index: number): Promise<void> {
  const { platform, port, planId, types, bank } = chaos
  const at = { origin: `http://127.0.0.1:${port}`, siteKey: platform.secrets.siteKey }
  for (let count = 0; !chaos.isOver; count++) {
    const type = types[(index + count) % types.length] ?? 0
    const send = { productId: planId, type, userId: person.userId, key: crypto.randomUUID(), terms: 'd1' }
    const done = await until(chaos, () => callStation(at, person, userUpgrade, send))
    if (done === null) return
    const { order } = userUpgrade.reply.parse(done)
    chaos.orders.set(order.no, person)
    if (order.payment?.url) await fetch(order.payment.url)
    bank.control.pay(order.no)
    if (count % refundEvery !== refundEvery - 1) continue
    // Refused until the notification has arrived.
    if (await until(chaos, () => callStation(at, person, userOrderRefund, { no: order.no, reason: '' })))
      chaos.refunds.add(order.no)
  }
}

/** Until the server that was started has acknowledged an order; those after it are under way. */
async function untilPaying({ orders }: Chaos): Promise<void> {
  const before = orders.size
  for (const untilMs = performance.now() + settleMs; orders.size === before && performance.now() < untilMs;)
    await delay(10)
}

/** Null if it is over before it was done. */
async function until<Done>(chaos: Chaos, run: () => Promise<Done>): Promise<Done | null> {
  while (!chaos.isOver) {
    try {
      return await run()
    } catch {
      await delay(againMs)
    }
  }
  return null
}

/**
 * Waits until the books agree; what still differs after a long time is wrong. A refund whose job was killed is tried again after a
 * pause of minutes, which is taken as over once everything else had time to end.
 */
async function settled(chaos: Chaos): Promise<string[]> {
  const { module } = chaos.station.vip
  const startedMs = performance.now()
  for (let isPauseOver = false; ;) {
    await runSchedule(module, 'vip.ask')
    if (!isPauseOver && performance.now() > startedMs + settleMs / 4) {
      await chaos.platform.pool.query('update vip_order set refund_tried_sec = 0')
      isPauseOver = true
    }
    if (isPauseOver) await runSchedule(module, 'vip.refunds')
    const faults = await faultsOf(chaos)
    if (faults.length === 0 || performance.now() > startedMs + settleMs) return faults
    await delay(1000)
  }
}

async function faultsOf({ platform: { pool }, station, bank, orders, refunds }: Chaos): Promise<string[]> {
  const faults: string[] = []
  const { operator } = station.vip
  const payments = bank.control.list().payments.filter(({ state }) => state === 'paid')
  const ledger: StoredEntry[] = []
  for await (const entry of operator.ledger()) ledger.push(entry)
  const given = Map.groupBy(ledger, ({ ref }) => ref.split(':')[0] ?? '')
  for (const { no, minor, refundedMinor } of payments) {
    const order = (await operator.orders.find(no))?.order
    const entries = given.get(no) ?? []
    const [gift, ...others] = entries.filter(({ kind }) => kind === 'order')
    if (gift?.seconds !== days * daySec || others.length > 0) faults.push(`${no}: its time was not given once`)
    const isRefunded = refunds.has(no) || refundedMinor > 0
    if (order?.state !== (isRefunded ? 'refunded' : 'fulfilled')) faults.push(`${no}: it is ${order?.state}`)
    if (isRefunded && refundedMinor !== minor) faults.push(`${no}: ${refundedMinor} of ${minor} went back`)
    if (entries.length !== (isRefunded ? 2 : 1)) faults.push(`${no}: it has ${entries.length} entries`)
  }
  const paid = new Set(payments.map(({ no }) => no))
  for (const no of given.keys()) if (!paid.has(no)) faults.push(`${no}: time was given for nothing`)
  for (const no of orders.keys())
    if (!(await operator.orders.find(no))) faults.push(`${no}: the order was acknowledged, and is not there`)
  const users = [...new Set([...orders.values()].map(({ userId }) => userId))]
  const columns = await station.accounts.memberships.of(users)
  for (const userId of users) {
    const folded = membershipOf(await operator.ledgerOf(userId))
    if (JSON.stringify(columns.get(userId)) !== JSON.stringify(folded))
      faults.push(`user ${userId}: not as in the ledger`)
  }
  const { rows } = await pool.query<{ last: number; count: number }>(
    'select last, (select count(distinct receipt_no) from vip_order)::int as count from receipt_counter',
  )
  for (const { last, count } of rows) if (last !== count) faults.push(`${count} receipts up to ${last}`)
  return faults
}
