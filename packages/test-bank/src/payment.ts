import { randomBytes, randomInt } from 'node:crypto'

export const protocols = ['epay', 'alipay', 'wechat', 'stripe'] as const
export type Protocol = (typeof protocols)[number]

/** A refund, made by the merchant's program or by hand. */
export interface BankRefund {
  /** The bank's number. */
  ref: string
  /** The merchant's number, or one of the bank's own. */
  refundNo: string
  minor: number
  createdMs: number
  /** Given by the merchant's program. */
  metadata: Readonly<Record<string, string>>
}

/** An order at the bank, and what became of it. */
export interface Payment {
  protocol: Protocol
  /** The merchant's number. */
  no: string
  /** The bank's number. */
  ref: string
  /** The secret part of the page's address. */
  token: string
  minor: number
  currency: string
  subject: string
  /** The way of paying that the merchant named. */
  type: string
  notifyUrl: string
  returnUrl: string
  state: 'open' | 'paid' | 'closed'
  createdMs: number
  expiresMs: number
  paidMs: number
  refunds: BankRefund[]
  dispute: { ref: string; state: 'open' | 'won' } | null
}

/** What a merchant orders. */
export type NewPayment = Pick<
  Payment,
  'protocol' | 'no' | 'minor' | 'currency' | 'subject' | 'type' | 'notifyUrl' | 'returnUrl' | 'expiresMs'
>

export type EventKind = 'paid' | 'closed' | 'refunded' | 'charged_back' | 'chargeback_won'

/** What a notification reports. */
export interface BankEvent {
  id: string
  kind: EventKind
  payment: Payment
  refund: BankRefund | null
}

/** The bank's books. */
export interface Books {
  payments: readonly Payment[]
  /** A second order with a number returns the first, as long as it is open. Null if it is paid or closed. */
  order(payment: NewPayment): Payment | null
  /** The newest with this number: it can have been paid twice. One that was paid back as a whole hides no other. */
  find(protocol: Protocol, no: string): Payment | undefined
  ofToken(token: string): Payment | undefined
  ofRef(ref: string): Payment | undefined
  /** Pays an open order, with another amount if one is given. Null if it cannot be paid. */
  pay(payment: Payment, minor?: number): BankEvent | null
  /** Pays for an order again under another number of the bank. */
  payAgain(payment: Payment): BankEvent
  close(payment: Payment): BankEvent | null
  /** Null if the money is not there. A refund with the same number is made once. */
  refund(payment: Payment, refund: Pick<BankRefund, 'refundNo' | 'minor' | 'metadata'>): BankEvent | null
  chargeBack(payment: Payment): BankEvent | null
  winChargeBack(payment: Payment): BankEvent | null
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

const refMakers: Readonly<Record<Protocol, () => string>> = {
  epay: () => `2026${digits(15)}`,
  alipay: () => `2026${digits(24)}`,
  wechat: () => `4200${digits(24)}`,
  stripe: () => `pi_${randomBytes(12).toString('hex')}`,
}

export const refundedMinor = ({ refunds }: Payment): number => refunds.reduce((sum, { minor }) => sum + minor, 0)

/** Older payments are forgotten, so that a demonstration can go on for ever. */
const maxPayments = 5000

/** @param nowMs the bank's clock */
export function openBooks(nowMs: () => number): Books {
  const payments: Payment[] = []
  const event = (kind: EventKind, payment: Payment, refund: BankRefund | null = null): BankEvent => ({
    id: `evt_${randomBytes(12).toString('hex')}`,
    kind,
    payment,
    refund,
  })
  const newest = (matches: (payment: Payment) => boolean): Payment | undefined => payments.findLast(matches)
  const add = (order: NewPayment): Payment => {
    const payment: Payment = {
      ...order,
      ref: refMakers[order.protocol](),
      token: randomBytes(16).toString('hex'),
      state: 'open',
      createdMs: nowMs(),
      paidMs: 0,
      refunds: [],
      dispute: null,
    }
    payments.push(payment)
    if (payments.length > maxPayments) payments.shift()
    return payment
  }
  const pay = (payment: Payment, minor = payment.minor): BankEvent | null => {
    if (payment.state !== 'open' || nowMs() > payment.expiresMs) return null
    Object.assign(payment, { state: 'paid', paidMs: nowMs(), minor })
    return event('paid', payment)
  }
  return {
    payments,
    order(given) {
      const known = newest(({ protocol, no }) => protocol === given.protocol && no === given.no)
      if (known === undefined) return add(given)
      return known.state === 'open' ? known : null
    },
    find(protocol, no) {
      const isOfOrder = (payment: Payment): boolean => payment.protocol === protocol && payment.no === no
      const isPaidBack = (payment: Payment): boolean =>
        payment.state === 'paid' && refundedMinor(payment) === payment.minor
      return newest((payment) => isOfOrder(payment) && !isPaidBack(payment)) ?? newest(isOfOrder)
    },
    ofToken: (token) => newest((payment) => payment.token === token),
    ofRef: (ref) => newest((payment) => payment.ref === ref),
    pay,
    payAgain(payment) {
      const second = add(payment)
      Object.assign(second, { state: 'paid', paidMs: nowMs() })
      return event('paid', second)
    },
    close(payment) {
      if (payment.state !== 'open') return null
      payment.state = 'closed'
      return event('closed', payment)
    },
    refund(payment, { refundNo, minor, metadata }) {
      const made = payment.refunds.find((each) => each.refundNo === refundNo)
      if (made) return event('refunded', payment, made)
      if (payment.state !== 'paid' || minor <= 0 || refundedMinor(payment) + minor > payment.minor) return null
      const refund = { ref: `re_${digits(20)}`, refundNo, minor, metadata, createdMs: nowMs() }
      payment.refunds.push(refund)
      return event('refunded', payment, refund)
    },
    chargeBack(payment) {
      if (payment.state !== 'paid' || payment.dispute !== null) return null
      payment.dispute = { ref: `dp_${digits(20)}`, state: 'open' }
      return event('charged_back', payment)
    },
    winChargeBack(payment) {
      if (payment.dispute?.state !== 'open') return null
      payment.dispute.state = 'won'
      return event('chargeback_won', payment)
    },
  }
}
