import type { RefusalName } from '@yunmu/contract'

/** Crockford's base 32: no I, L, O, U. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const codeLength = 16

/** A code as it is stored, or null if it cannot be one: O is 0, I and L are 1; case, hyphens and spaces do not matter. */
export function parseCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === codeLength && [...code].every((character) => crockford.includes(character)) ? code : null
}

/** @param bytes sixteen random ones */
export const codeOf = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, codeLength)].map((byte) => crockford[byte % 32]).join('')

/** In groups of four, as it is printed. */
export const printedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** What is known of a code when it is to be used. */
export interface VoucherFacts {
  kind: 'days' | 'discount'
  planId: number | null
  perPerson: number
  expiresSec: number
  isUsed: boolean
  /** How many of its batch the user has used. */
  usedByUser: number
}

/** What a code is wanted for. */
export type VoucherUse =
  | { kind: 'days' }
  | { kind: 'discount'; planId: number }
  | { kind: 'any'; planId: number | null }

export type VoucherRefusal = Extract<RefusalName, `Voucher${string}`>

/** Why a code cannot be used; null if it can. */
export function refusalOf(facts: VoucherFacts, use: VoucherUse, nowSec: number): VoucherRefusal | null {
  if (facts.isUsed) return 'VoucherUsed'
  if (facts.expiresSec !== 0 && facts.expiresSec <= nowSec) return 'VoucherEnded'
  if (facts.usedByUser >= facts.perPerson) return 'VoucherUnfit'
  if (use.kind !== 'any' && use.kind !== facts.kind) return 'VoucherUnfit'
  if (facts.kind === 'days') return null
  const planId = use.kind === 'days' ? null : use.planId
  return planId === null || (facts.planId !== null && facts.planId !== planId) ? 'VoucherUnfit' : null
}

/** What a discount leaves to pay, and takes off. At least a hundredth is paid. */
export function discounted(price: number, percent: number): { amount: number; discount: number } {
  const amount = Math.max(1, price - Math.floor((price * percent) / 100))
  return { amount, discount: price - amount }
}

/** Wrong codes of a user. */
export interface Failures {
  count: number
  sinceSec: number
  lockedUntil: number
}

const maxFailures = 5
const windowSec = 600
const lockSec = 600

/** After another wrong code: five within ten minutes lock for ten minutes. */
export function afterFailure(known: Failures | null, nowSec: number): Failures {
  const isNew = !known || nowSec - known.sinceSec >= windowSec || known.lockedUntil !== 0
  const count = isNew ? 1 : known.count + 1
  return {
    count,
    sinceSec: isNew ? nowSec : known.sinceSec,
    lockedUntil: count >= maxFailures ? nowSec + lockSec : 0,
  }
}

/** Seconds to wait; 0 if codes may be tried. */
export const lockedForSec = (known: Failures | null, nowSec: number): number =>
  Math.max(0, (known?.lockedUntil ?? 0) - nowSec)
