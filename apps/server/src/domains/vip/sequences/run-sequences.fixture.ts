import type { ListedPayment, TestBank } from '@yunmu/test-bank'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { runSchedule } from '../../../testing/modules.ts'
import { addAccounts, type Account, type SequenceParts, type SequenceStation } from './account.fixture.ts'
import { judge } from './judge.fixture.ts'
import type { Batch, Pause, SequenceGateway } from './steps.fixture.ts'
import { deliverRest, restartRefunds, takeStep } from './take-step.fixture.ts'

export interface SequenceFigures {
  sequences: number
  steps: number
  orders: number
  payments: number
  crashes: number
  /** What was wrong, with the steps that led to it. */
  faults: string[]
}

/** Price in yuan and in euro. */
const [amount, currencyAmount] = [2990, 399]
/** Methods that each gateway takes here. */
const methods: Record<SequenceGateway, number> = { alipay: 1, wechat: 2, stripe: 3, epay: 2, transfer: 4 }
const dayMs = 86_400_000
/** Longer than any gateway or operator is waited for. */
const lastDays = 20
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Runs batches of sequences at one gateway, and compares what the station has with the books of the bank. */
export async function runSequences(
  at: SequenceStation & { bank: TestBank; gateway: SequenceGateway },
  batches: readonly Batch[],
  onBatch: (figures: SequenceFigures) => void = () => undefined,
): Promise<SequenceFigures> {
  const { station, bank, gateway } = at
  const { operator, gateways } = station.vip
  const planId = await operator.plans.add({ name: '月卡', amount, currencyAmount, days: 30, mark: '' })
  const type = methods[gateway]
  if (gateway === 'transfer') await operator.transfer.set(picture, 'CNY')
  else await gateways.set(gateway, bank.settings[gateway], [type])
  // Nothing is sent but by the sequences.
  bank.control.hold()
  const parts: SequenceParts = { ...at, planId, type }
  const figures: SequenceFigures = { sequences: 0, steps: 0, orders: 0, payments: 0, crashes: 0, faults: [] }
  for (const batch of batches) {
    await runBatch(parts, batch, figures)
    onBatch(figures)
  }
  figures.payments = gateway === 'transfer' ? figures.payments : bank.control.list().payments.length
  figures.faults.push(...(await gapsOf(at.pool)))
  if (gateway === 'transfer') await operator.transfer.remove()
  else await gateways.remove(gateway)
  await operator.plans.remove(planId)
  return figures
}

async function runBatch(parts: SequenceParts, batch: Batch, figures: SequenceFigures): Promise<void> {
  const { clock, station } = parts
  const accounts = await addAccounts(parts, batch.sequences.length)
  const fromMs = clock.nowMs()
  for (const [round, pause] of batch.pauses.entries()) {
    await runRound(parts, pause, () =>
      batch.sequences.map((steps, index) => {
        const [account, step] = [accounts[index], steps[round]]
        return account && step ? takeStep(parts, account, step) : Promise.resolve()
      }),
    )
    for (const { log } of accounts) log.push(`  ${pause.sec} s${pause.isCrash ? ', a crash' : ''}`)
    if (pause.isCrash) figures.crashes++
    figures.steps += accounts.length
  }
  const ask = (): Promise<void> => runSchedule(station.vip.module, 'vip.ask')
  await finish(parts, accounts, ask)
  const passedSec = Math.ceil((clock.nowMs() - fromMs) / 1000)
  // The rest of the lost payments is in the bill of the day, and nobody waits for ever.
  for (let day = 0; day < 2; day++) {
    clock.set(clock.nowMs() + dayMs)
    await runSchedule(station.vip.module, 'vip.bills')
  }
  clock.set(clock.nowMs() + lastDays * dayMs)
  await ask()
  const payments = Map.groupBy(parts.bank.control.list().payments, ({ no }) => no)
  const paymentsOf = (no: string): readonly ListedPayment[] => payments.get(no) ?? []
  for (const account of accounts) {
    figures.orders += await judge(parts, account, { paymentsOf, passedSec })
    figures.payments += account.transferred.size
    if (account.faults.length > 0) figures.faults.push([...account.faults, ...account.log].join('\n'))
  }
  figures.sequences += accounts.length
}

/** The end of every sequence: what is under way arrives, refunds are made, and time passes. */
async function finish(parts: SequenceParts, accounts: readonly Account[], ask: () => Promise<void>): Promise<void> {
  const { clock, station, jobs } = parts
  const pass = (sec: number): void => clock.set(clock.nowMs() + sec * 1000)
  await Promise.all(accounts.map((account) => deliverRest(parts, account)))
  await jobs.start()
  await untilRefunded(parts.pool)
  await jobs.stop()
  pass(700)
  await runSchedule(station.vip.module, 'vip.refunds')
  await Promise.all(accounts.map((account) => restartRefunds(parts, account)))
  for (let count = 0; count < 3; count++) {
    pass(1200)
    await ask()
    await runSchedule(station.vip.module, 'vip.refunds')
  }
  // Refunds were told, too.
  await Promise.all(accounts.map((account) => deliverRest(parts, account)))
}

/** One step of every sequence at once; in a crash, the database loses what was not committed. */
async function runRound(
  { pool, clock, station }: SequenceParts,
  pause: Pause,
  steps: () => Promise<void>[],
): Promise<void> {
  const running = Promise.allSettled(steps())
  if (pause.isCrash) {
    await delay(5)
    await breakConnections(pool)
  }
  for (const result of await running) if (result.status === 'rejected' && !pause.isCrash) throw result.reason
  if (pause.isCrash) await untilConnected(pool)
  clock.set(clock.nowMs() + pause.sec * 1000)
  if (pause.isAsked) await runSchedule(station.vip.module, 'vip.ask')
}

async function breakConnections(pool: pg.Pool): Promise<void> {
  await pool
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    .catch(() => undefined)
}

/** Until the pool has no broken connection left. */
async function untilConnected(pool: pg.Pool): Promise<void> {
  for (let good = 0; good < 3;) {
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => pool.query('select 1')))
    good = asked.every(({ status }) => status === 'fulfilled') ? good + 1 : 0
    await delay(5)
  }
}

/** Until no refund waits in the queue. */
async function untilRefunded(pool: pg.Pool): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'vip.refund%' and attempts < 2`,
    )
    if (rows[0]?.count === 0) return
    await delay(20)
  }
}

/** Receipts are numbered without gaps. */
async function gapsOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ year: number; last: number; count: number }>(
    `select year, last, (select count(distinct receipt_no) from vip_order where receipt_no like year || '-%')::int as count
      from receipt_counter`,
  )
  return rows.filter(({ last, count }) => last !== count).map((row) => `receipts: ${JSON.stringify(row)}`)
}
