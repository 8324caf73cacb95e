import { accountBounds, leaveGraceDays } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import { commonPasswords } from './common-passwords.ts'
import type { ThrottleRule } from './throttle-rules.ts'

/** Two names with one key are one name: in either script they read the same, because pages show all in the reader's. */
export const nameKey = (name: string): string => toSimplified(name.normalize('NFKC').trim().toLowerCase())

const nameShape = /^[\p{Script=Han}A-Za-z0-9_]+$/u

const isWithin = (text: string, { least, most }: { least: number; most: number }): boolean => {
  const length = [...text].length
  return length >= least && length <= most
}

/** The name as it is kept; null where it is none. */
export function parseName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim()
  return nameShape.test(name) && isWithin(name, accountBounds.name) ? name : null
}

/** Names under which visitors would take anybody for the station. */
const reserved = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'yunmu',
  '云幕',
  '管理员',
  '客服',
  '官方',
  '站长',
])

export const isReserved = (name: string): boolean => reserved.has(nameKey(name))

/** A name for who did not choose one: made from the e-mail, told apart by `tail`. */
export function nameFromEmail(email: string, tail: string): string {
  const before = email.split('@', 1)[0] ?? ''
  const allowed = [...before].filter((character) => nameShape.test(character)).join('')
  const name = allowed.slice(0, accountBounds.name.most - tail.length)
  return `${name.length < accountBounds.name.least ? 'user' : name}${tail}`
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The e-mail address as it is kept and compared; null where it is none that mail could be sent to (RFC 5321, in ASCII). */
export function parseEmail(typed: string): string | null {
  const email = typed.normalize('NFKC').trim().toLowerCase()
  const [local = '', domain = '', ...rest] = email.split('@')
  if (rest.length > 0 || local.length > 64 || email.length > 254 || !localPart.test(local)) return null
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every((part) => label.test(part)) && /^[a-z]/.test(top) && top.length > 1
    ? email
    : null
}

/** The password as it is hashed: however a keyboard composes a character, it is the same (NIST SP 800-63B, 3.1.1.2). */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC')

/** Whether a password would be guessed soon. `own` are the names and addresses of who wants it. */
export function isWeakPassword(typed: string, own: readonly string[]): boolean {
  const password = normalisePassword(typed)
  if (!isWithin(password, accountBounds.password)) return true
  const lowerCased = password.toLowerCase()
  if (commonPasswords.has(lowerCased) || new Set(lowerCased).size < 4 || isSequence(lowerCased)) return true
  return own
    .flatMap((text) => [text, text.split('@', 1)[0] ?? ''])
    .some((text) => text !== '' && nameKey(text) === nameKey(lowerCased))
}

/** `23456789` and `hgfedcba`. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** The nickname as it is kept; null where it is none. Nothing invisible, nothing that turns text around. */
export function parseNickname(typed: string): string | null {
  const name = typed.normalize('NFC').trim()
  const isShown = isWithin(name, accountBounds.nickname) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  return isShown && !isReserved(name) ? name : null
}

/** A QQ number; empty takes it away; null where it is none. */
export function parseQq(typed: string): string | null {
  const qq = typed.normalize('NFKC').trim()
  return qq === '' || /^[1-9]\d{4,11}$/.test(qq) ? qq : null
}

const hour = 3600

/** Wrong passwords: for one login, from an address, from its network, and from a device that the account knows. */
export const loginRules = {
  account: { freeAttempts: 5, firstWaitSec: 30, maxWaitSec: hour, refillSec: hour },
  device: { freeAttempts: 5, firstWaitSec: 30, maxWaitSec: hour, refillSec: hour },
  address: { freeAttempts: 20, firstWaitSec: 60, maxWaitSec: 300, refillSec: 60 },
  network: { freeAttempts: 100, firstWaitSec: 60, maxWaitSec: 300, refillSec: 12 },
} as const satisfies Record<string, ThrottleRule>

/** Codes asked for, to one e-mail address, from an address, from its network. */
export const codeRules = {
  account: { freeAttempts: 5, firstWaitSec: 300, maxWaitSec: hour, refillSec: hour },
  address: { freeAttempts: 10, firstWaitSec: 120, maxWaitSec: 300, refillSec: 60 },
  network: { freeAttempts: 60, firstWaitSec: 120, maxWaitSec: 300, refillSec: 15 },
} as const satisfies Record<string, ThrottleRule>

/** One export a minute. */
export const exportRule: ThrottleRule = { freeAttempts: 1, firstWaitSec: 60, maxWaitSec: 60, refillSec: 60 }

export const sessionLifetimeSec = 30 * 24 * hour
export const deletionGraceSec = leaveGraceDays * 24 * hour
/** A device that was not used for so long is a stranger again. */
export const deviceLifetimeSec = 180 * 24 * hour
export const codeLifetimeSec = 600
