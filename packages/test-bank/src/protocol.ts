import type { BankEvent, Books } from './payment.ts'
import type { Accounts } from './accounts.ts'

/** A request to the bank. */
export interface BankRequest {
  method: string
  /** As it was sent. */
  path: string
  /** With the question mark, as it was sent; or empty. */
  search: string
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  body: string
}

export interface BankReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

/** A notification to the merchant. */
export interface Notification {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What a protocol works with. */
export interface BankParts {
  accounts: Accounts
  books: Books
  nowMs(): number
  /** Base of the API's own addresses. */
  url(): string
  /** The page on which an order is paid. */
  pageOf(token: string): string
  /** Notifies the merchant. */
  tell(event: BankEvent | null): void
}

/** One of the protocols that the bank speaks. */
export interface BankProtocol {
  /** Seconds from each attempt of a notification to the next. */
  retriesSec: readonly number[]
  /** Null for an address that is not of this protocol. */
  answer(request: BankRequest): BankReply | null
  /** Signed now, so that each attempt has its own time. Null for what the protocol does not tell. */
  notificationOf(event: BankEvent): Notification | null
  isTaken(status: number, body: string): boolean
  /** The same notification with another amount, and the signature of the former one. */
  tamper(notification: Notification): Notification
}

export const json = (status: number, value: unknown): BankReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})
export const redirect = (location: string): BankReply => ({ status: 302, headers: { location }, body: '' })
export const refused = (text: string): BankReply => ({
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: text,
})

export const formatMinor = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** Hundredths of an amount with two decimals; null for another form. */
export function parseMinor(text: string): number | null {
  return /^\d{1,9}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : null
}

/** `2026-11-27 20:15:00` in China. */
export const chinaTime = (ms: number): string =>
  new Date(ms + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')

/** What is signed by protocols with sorted fields. */
export const canonical = (fields: Iterable<readonly [string, string]>, without: ReadonlySet<string>): string =>
  [...fields]
    .filter(([name, value]) => !without.has(name) && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** A header that is there at most once. */
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
