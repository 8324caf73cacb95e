import { userOrder, userOrderClose, userOrderRefund, userUpgrade } from '@yunmu/contract'
import { setTimeout } from 'node:timers/promises'
import { isOpen } from '../orders/order-rules.ts'
import { notify, post, queueOf, type Account, type SequenceParts } from './account.fixture.ts'
import { quarterOf } from './judge.fixture.ts'
import type { Step } from './steps.fixture.ts'

const maxOrders = 4
/** Not that of the plan, in either currency. */
const wrongMinor = 1
const partMinor = 100
const maxAttempts = 12
const pauseMs = 1500

const at = <Value>(list: readonly Value[], which: number): Value | undefined => list[which % Math.max(1, list.length)]

/** Orders a plan, perhaps with several presses, and opens the payer's page. */
async function order(parts: SequenceParts, account: Account, presses: number): Promise<void> {
  if (account.orders.length >= maxOrders) return
  const { userId } = account
  const key = `${account.keys++}`.padStart(16, '0')
  const send = { productId: parts.planId, type: parts.type, userId, key, terms: 'd1' }
  await Promise.all(Array.from({ length: presses }, () => post(parts, account, userUpgrade, send)))
  const known = new Set(account.orders)
  for (const { no, state } of await parts.station.vip.operator.orders.list({ userId }, maxOrders * 4))
    if (isOpen(state) && state !== 'created' && !known.has(no)) account.orders.push(no)
}

/** Opens the page at which an order is paid: only there do epay and Alipay learn of it. */
async function openPage(parts: SequenceParts, account: Account, no: string): Promise<void> {
  if (account.opened.has(no)) return
  const url = (await parts.station.vip.operator.orders.find(no))?.order.payment?.url ?? ''
  if (url !== '' && parts.gateway !== 'stripe') await fetch(url)
  account.opened.add(no)
}

async function pay(parts: SequenceParts, account: Account, no: string, how: { minor?: number; isLost?: boolean }) {
  if (parts.gateway === 'transfer') {
    account.transferred.add(no)
    return
  }
  await openPage(parts, account, no)
  // What came before is not lost.
  queueOf(parts, account, no)
  parts.bank.control.pay(no, how.minor)
  if (!how.isLost) return
  const before = new Set(account.queues.get(no)?.pending)
  const queue = queueOf(parts, account, no)
  queue.pending = queue.pending.filter((each) => before.has(each))
}

/** Sends one notification of an order; what is not taken is sent again later. */
async function deliver(parts: SequenceParts, account: Account, no: string, place: number): Promise<void> {
  const [told] = parts.bank.control.notifications(no, place)
  const queue = queueOf(parts, account, no)
  if (told && (await notify(parts, account, told))) {
    queue.pending = queue.pending.filter((each) => each !== place)
    queue.delivered.push(place)
  } else account.log.push(`  not taken: ${place} of ${no}`)
}

/** The operator has seen a transfer. */
async function confirm(parts: SequenceParts, account: Account, no: string): Promise<void> {
  if (account.transferred.has(no)) await parts.station.vip.operator.orders.confirm(no)
}

const times = (count: number, run: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, run))

/** All that is under way for an order, at once and twice, with a question between. */
async function deliverAtOnce(parts: SequenceParts, account: Account, no: string): Promise<void> {
  if (parts.gateway === 'transfer') {
    await times(3, () => confirm(parts, account, no))
    return
  }
  const { pending, delivered } = queueOf(parts, account, no)
  const places = [...pending, ...pending, ...delivered.slice(0, 1)]
  await Promise.all([
    ...places.map((place) => deliver(parts, account, no, place)),
    post(parts, account, userOrder, { no, ask: true }),
  ])
}

/** The operator refunds what is unused: by the gateway, or by hand. */
export async function refundByOperator(parts: SequenceParts, account: Account, no: string): Promise<void> {
  const { orders } = parts.station.vip.operator
  const done = await orders.refund(no)
  if (typeof done !== 'string') account.refunded.add(no)
}

/** The operator refunds a quarter of an order that was paid and gave its time. */
async function refundPart(parts: SequenceParts, account: Account, no: string): Promise<void> {
  const { orders } = parts.station.vip.operator
  const order = (await orders.find(no))?.order
  if (order?.state !== 'fulfilled') return
  // A crash may hide that it was decided.
  account.partTries.set(no, (account.partTries.get(no) ?? 0) + 1)
  const amount = quarterOf(order)
  const done = await orders.refund(no, { amount })
  const isLeft = amount <= order.amount - order.refundAmount
  if (isLeft === (done === 'AmountInvalid'))
    account.faults.push(`${no}: a refund of ${amount} was answered ${JSON.stringify(done)}`)
}

/** The merchant pays back at the bank, whole or a part, by hand. */
function refundAtBank(parts: SequenceParts, account: Account, no: string, minor?: number): void {
  const { control } = parts.bank
  const payment = control.list().payments.findLast((each) => each.no === no)
  // epay tells nobody, and what was charged back is not paid back.
  if (!payment || parts.gateway === 'epay' || payment.isCharged) return
  const given = minor ?? payment.minor - payment.refundedMinor
  if (!control.refund(no, given)) return
  account.byHand.set(payment.ref, [...(account.byHand.get(payment.ref) ?? []), given])
}

/** Charge-backs are told by cards only. */
function chargeBack(parts: SequenceParts, no: string): void {
  if (parts.gateway === 'stripe') parts.bank.control.chargeBack(no)
}

/** Does one step of a sequence. */
export async function takeStep(parts: SequenceParts, account: Account, { what, which }: Step): Promise<void> {
  const no = at(account.orders, which)
  account.log.push(`${what} ${no ?? ''}`)
  if (what === 'order' || what === 'order twice') return order(parts, account, what === 'order' ? 1 : 2)
  if (no === undefined) return order(parts, account, 1)
  const { control } = parts.bank
  const isTransfer = parts.gateway === 'transfer'
  const queue = isTransfer ? null : queueOf(parts, account, no)
  const acts: Partial<Record<Step['what'], () => unknown>> = {
    pay: () => pay(parts, account, no, {}),
    'pay in silence': () => pay(parts, account, no, { isLost: true }),
    'pay another amount': () => !isTransfer && pay(parts, account, no, { minor: wrongMinor }),
    'pay again': () => {
      const isPaid = control.list().payments.some((each) => each.no === no && each.state === 'paid')
      if (isPaid) control.payAgain(no)
    },
    deliver: () => (isTransfer ? confirm(parts, account, no) : deliverOne(at(queue?.pending ?? [], which))),
    'deliver the newest': () => deliverOne(queue?.pending.at(-1)),
    'deliver at once': () => deliverAtOnce(parts, account, no),
    repeat: () => (isTransfer ? confirm(parts, account, no) : deliverOne(at(queue?.delivered ?? [], which))),
    tamper: () => tamper(parts, account, no),
    ask: () => post(parts, account, userOrder, { no, ask: true }),
    close: () => post(parts, account, userOrderClose, { no }),
    'refund at the bank': () => refundAtBank(parts, account, no),
    'refund a part at the bank': () => refundAtBank(parts, account, no, partMinor),
    'ask for a refund': () => post(parts, account, userOrderRefund, { no, reason: '' }),
    'refund by the operator': () => refundByOperator(parts, account, no),
    'refund a part by the operator': () => refundPart(parts, account, no),
    'charge back': () => chargeBack(parts, no),
    win: () => control.winChargeBack(no),
  }
  const deliverOne = async (place: number | undefined): Promise<void> => {
    if (place !== undefined) await deliver(parts, account, no, place)
  }
  await acts[what]?.()
}

/** Sends a notification that somebody changed on its way: it must not be taken. */
async function tamper(parts: SequenceParts, account: Account, no: string): Promise<void> {
  const told = parts.gateway === 'transfer' ? undefined : parts.bank.control.notifications(no).at(-1)
  if (!told) return
  const changed = {
    ...told,
    url: told.url.replace(/money=[^&]*/, 'money=0.01'),
    body: told.body.replace(/total_amount=[^&]*/, 'total_amount=0.01').replace(/"(id|amount)":"?/, '"$1":1'),
  }
  if (changed.url === told.url && changed.body === told.body) return
  if (await notify(parts, account, changed)) account.faults.push(`a tampered notification of ${no} was taken`)
}

/** The end of a sequence: the bank repeats what was not taken, and the operator does what waits for a hand. */
export async function deliverRest(parts: SequenceParts, account: Account): Promise<void> {
  for (const no of account.orders) {
    if (parts.gateway === 'transfer') await confirm(parts, account, no)
    else
      for (const place of queueOf(parts, account, no).pending.toReversed())
        if (!(await deliverAtLast(parts, account, no, place)))
          account.faults.push(`notification ${place} of ${no} was not taken`)
  }
}

/** A station on a busy machine may not answer in time, or be asked about one order too often: the bank sends it again later. */
async function deliverAtLast(parts: SequenceParts, account: Account, no: string, place: number): Promise<boolean> {
  for (let count = 0; count < maxAttempts; count++) {
    await deliver(parts, account, no, place)
    if (!queueOf(parts, account, no).pending.includes(place)) return true
    await setTimeout(pauseMs)
  }
  return false
}

/** The operator goes through what is held: a refund whose end nobody knows is started again. */
export async function restartRefunds(parts: SequenceParts, account: Account): Promise<void> {
  for (const no of account.orders) {
    const order = (await parts.station.vip.operator.orders.find(no))?.order
    if (order?.hold === 'refund_failed' && order.refundPlanned > 0) await refundByOperator(parts, account, no)
  }
}
