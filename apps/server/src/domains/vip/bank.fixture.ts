import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import {
  GatewayError,
  type BillRow,
  type Gateway,
  type GatewayReport,
  type Gateways,
  type Money,
  type RawNotify,
} from './gateways/gateway.ts'

/** What a notification of the bank says. */
const Report = z.object({
  kind: z.enum(['paid', 'closed', 'refunded', 'charged_back', 'chargeback_won']),
  no: z.string(),
  providerRef: z.string(),
  money: z.object({ minor: z.int(), currency: z.enum(['CNY', 'EUR']) }),
  eventKey: z.string(),
  refundNo: z.string(),
  dispute: z.optional(z.string()),
})

/** A bank outside the station: it takes orders, signs what it reports, and answers when it is asked. */
export interface Bank {
  gateways: Gateways
  /** What the payer owes, by order. */
  readonly taken: Map<string, Money>
  /** The payer pays. Returns the signed notification, which the test sends or not. */
  pay(no: string, change?: Partial<GatewayReport>): GatewayReport
  report(kind: GatewayReport['kind'], no: string, change?: Partial<GatewayReport>): GatewayReport
  sign(report: GatewayReport): { body: string; signature: string }
  /** Whether the bank answers questions. */
  isReachable: boolean
  /** Whether its signatures are too weak to credit without a question. */
  isWeak: boolean
  /** What it waits for before it takes an order. */
  opening: Promise<void> | null
  /** Where it sends payers. */
  page: string
  /** How it ends refunds; `unclear` makes one and answers with an error. */
  refundState: 'done' | 'pending' | 'failed' | 'unclear'
  /** What it waits for before it answers a request to refund. */
  refunding: Promise<void> | null
  refundRequests: number
  readonly refunded: { no: string; refundNo: string; minor: number }[]
  readonly asked: string[]
  readonly closed: string[]
  /** By day in China; a day without one has no payments. */
  readonly bills: Map<string, BillRow[]>
  /** Whether bills can be read. */
  isBillReady: boolean
}

const key = 'the bank and the station know this'

const signatureOf = (body: string | Buffer): string => createHmac('sha256', key).update(body).digest('hex')

function isSigned({ body, headers }: RawNotify): boolean {
  const given = Buffer.from(headers['stripe-signature'] ?? '')
  const right = Buffer.from(signatureOf(body))
  return given.length === right.length && timingSafeEqual(given, right)
}

export function openBank(currency: 'CNY' | 'EUR' = 'CNY'): Bank {
  const taken = new Map<string, Money>()
  const paid = new Map<string, GatewayReport>()
  const bank: Bank = {
    taken,
    isReachable: true,
    isWeak: false,
    opening: null,
    page: 'https://bank.example/pay',
    refundState: 'done',
    refunding: null,
    refundRequests: 0,
    refunded: [],
    asked: [],
    closed: [],
    bills: new Map(),
    isBillReady: true,
    report: (kind, no, change = {}) => ({
      kind,
      no,
      providerRef: `T-${no}`,
      money: taken.get(no) ?? { minor: 1, currency },
      eventKey: randomUUID(),
      refundNo: '',
      ...change,
    }),
    pay(no, change = {}) {
      const report = bank.report('paid', no, change)
      paid.set(no, report)
      return report
    },
    sign(report) {
      const body = JSON.stringify(report)
      return { body, signature: signatureOf(body) }
    },
    gateways: {
      ofMethod: async (methodId) =>
        methodId === 3 ? { gatewayId: 'stripe', currency, open: () => bank.gateways.find('stripe') } : null,
      find: async (id) => (id === 'stripe' ? gateway : null),
      currencyOf: async (id) => (id === 'stripe' ? currency : null),
      isTestBank: async () => false,
      testBankOrigin: async () => null,
    },
  }
  const gateway = gatewayOf(bank, paid, currency)
  return bank
}

function gatewayOf(bank: Bank, paid: ReadonlyMap<string, GatewayReport>, currency: 'CNY' | 'EUR'): Gateway {
  return {
    id: 'stripe',
    currencies: [currency],
    payHosts: ['bank.example'],
    async create({ no, money }) {
      await bank.opening
      bank.taken.set(no, money)
      return { payment: { url: `${bank.page}?no=${no}`, qr: '', img: '' }, providerRef: `S-${no}` }
    },
    async parseNotify(raw) {
      if (!isSigned(raw)) return { isValid: false, reason: 'wrong signature' }
      return { isValid: true, reports: [Report.parse(JSON.parse(raw.body.toString()))], needsQuery: bank.isWeak }
    },
    notifyReply: (isTaken) => ({ status: isTaken ? 200 : 500, type: 'text/plain', body: isTaken ? 'ok' : 'again' }),
    async query({ no }) {
      bank.asked.push(no)
      if (!bank.isReachable) throw new Error('the bank is closed')
      const report = paid.get(no)
      return report ? { state: 'paid', report } : { state: 'unpaid' }
    },
    close: async ({ no }) => void bank.closed.push(no),
    async refund({ no, refundNo, money }) {
      bank.refundRequests++
      await bank.refunding
      if (bank.refundState === 'failed') return { state: 'failed', reason: 'too old' }
      if (!bank.refunded.some((each) => each.refundNo === refundNo))
        bank.refunded.push({ no, refundNo, minor: money.minor })
      if (bank.refundState === 'unclear') throw new GatewayError('SYSTEM_ERROR')
      return { state: bank.refundState }
    },
    async bill(day) {
      if (!bank.isBillReady) throw new GatewayError('stripe: no bill')
      return bank.bills.get(day) ?? []
    },
    async findRefund({ refundNo }) {
      if (!bank.isReachable) throw new GatewayError('the bank is closed')
      if (bank.refundState === 'pending') return { state: 'pending' }
      const made = bank.refunded.find((each) => each.refundNo === refundNo)
      return made ? { state: 'done', money: { minor: made.minor, currency } } : { state: 'unknown' }
    },
  }
}
