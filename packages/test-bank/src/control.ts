import { randomBytes } from 'node:crypto'
import type { Deliveries, ReleaseOrder } from './deliveries.ts'
import { refundedMinor, type Books, type EventKind, type Payment, type Protocol } from './payment.ts'
import type { Notification } from './protocol.ts'

/** A payment as the list has it. */
export interface ListedPayment {
  protocol: Protocol
  no: string
  ref: string
  minor: number
  currency: string
  state: Payment['state']
  refundedMinor: number
  isCharged: boolean
}

/** A notification as the list has it. */
export interface ListedDelivery {
  protocol: Protocol
  no: string
  kind: EventKind
  attempts: number
  state: string
}

/** What the payer and the bank do, and what goes wrong on the way. Functions return false if it is not possible. */
export interface Control {
  list(): { payments: ListedPayment[]; deliveries: ListedDelivery[] }
  /** Pays an open order, with another amount if one is given. */
  pay(no: string, minor?: number): boolean
  /** Pays again for an order, under another number of the bank. */
  payAgain(no: string): boolean
  close(no: string): boolean
  /** A refund that the merchant makes at the bank by hand; of everything that is left without an amount. */
  refund(no: string, minor?: number): boolean
  chargeBack(no: string): boolean
  winChargeBack(no: string): boolean
  hold(): void
  release(order?: ReleaseOrder): void
  lose(count: number): void
  delay(ms: number): void
  repeat(no: string, times?: number): void
  tamper(no: string): void
  /** Notifications of what happened to an order, as they would be sent now; without the first `skipped`. */
  notifications(no: string, skipped?: number): Notification[]
  settled(): Promise<void>
}

export function createControl(
  books: Books,
  deliveries: Deliveries,
  notificationsOf: (no: string, skipped?: number) => Notification[],
): Control {
  const find = (no: string): Payment | undefined => books.payments.findLast((payment) => payment.no === no)
  /** Changes the newest payment of an order and sends the notification of it. False if nothing changed. */
  const sendEventOf = (no: string, act: (payment: Payment) => Parameters<Deliveries['send']>[0]): boolean => {
    const payment = find(no)
    const event = payment ? act(payment) : null
    deliveries.send(event)
    return event !== null
  }
  return {
    list: () => ({
      payments: books.payments.map((payment) => ({
        protocol: payment.protocol,
        no: payment.no,
        ref: payment.ref,
        minor: payment.minor,
        currency: payment.currency,
        state: payment.state,
        refundedMinor: refundedMinor(payment),
        isCharged: payment.dispute?.state === 'open',
      })),
      deliveries: deliveries.all.map(({ protocol, no, event: { kind }, attempts, state }) => ({
        protocol,
        no,
        kind,
        attempts,
        state,
      })),
    }),
    pay: (no, minor) => sendEventOf(no, (payment) => books.pay(payment, minor)),
    payAgain: (no) => sendEventOf(no, (payment) => books.payAgain(payment)),
    close: (no) => sendEventOf(no, (payment) => books.close(payment)),
    refund: (no, minor) =>
      sendEventOf(no, (payment) => {
        const refundNo = `BANK${randomBytes(8).toString('hex')}`
        return books.refund(payment, { refundNo, minor: minor ?? payment.minor - refundedMinor(payment), metadata: {} })
      }),
    chargeBack: (no) => sendEventOf(no, (payment) => books.chargeBack(payment)),
    winChargeBack: (no) => sendEventOf(no, (payment) => books.winChargeBack(payment)),
    hold: deliveries.hold,
    release: (order = 'given') => deliveries.release(order),
    lose: deliveries.lose,
    delay: deliveries.delay,
    repeat: (no, times = 1) => deliveries.repeat(no, times),
    tamper: deliveries.tamper,
    notifications: notificationsOf,
    settled: deliveries.settled,
  }
}
