import { accountBounds, deletionGraceDays } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import type { SessionEndRefusal } from '../../platform/calls/viewer.ts'
import type { SessionEndReason } from './accounts-tables.ts'
import { commonPasswords } from './passwords/common-passwords.ts'
import type { ThrottleRule } from './throttle/throttle-rules.ts'

/** Key under which names are compared. Both scripts have one key, because pages show names in the reader's script. */
export const nameKey = (name: string): string => toSimplified(name.normalize('NFKC').trim().toLowerCase())

const nameShape = /^[\p{Script=Han}A-Za-z0-9_]+$/u

const isWithin = (text: string, { min, max }: { min: number; max: number }): boolean => {
  const length = [...text].length
  return length >= min && length <= max
}

/** The name in its stored form, or null if it is invalid. */
export function parseName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim()
  return nameShape.test(name) && isWithin(name, accountBounds.name) ? name : null
}

/** Names that visitors would take for the station's own staff. */
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

/** Makes a name from the e-mail address, for users who did not choose one. `tail` makes it unique. */
export function nameFromEmail(email: string, tail: string): string {
  const before = email.split('@', 1)[0] ?? ''
  const allowed = [...before].filter((character) => nameShape.test(character)).join('')
  const name = allowed.slice(0, accountBounds.name.max - tail.length)
  return `${name.length < accountBounds.name.min ? 'user' : name}${tail}`
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The e-mail address in its stored form, or null if mail cannot be sent to it (RFC 5321, ASCII only). */
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

/**
 * The password in the form that is hashed: independent of how a keyboard composes characters (NIST SP 800-63B,
 * 3.1.1.2).
 */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC')

/** Whether a password is easy to guess. `own` are the user's names and addresses. */
export function isWeakPassword(typed: string, own: readonly string[]): boolean {
  const password = normalisePassword(typed)
  if (!isWithin(password, accountBounds.password)) return true
  const lowerCased = password.toLowerCase()
  if (commonPasswords.has(lowerCased) || new Set(lowerCased).size < 4 || isSequence(lowerCased)) return true
  return own
    .flatMap((text) => [text, text.split('@', 1)[0] ?? ''])
    .some((text) => text !== '' && nameKey(text) === nameKey(lowerCased))
}

/** Ascending or descending characters, such as `23456789` and `hgfedcba`. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** The nickname in its stored form, or null if it is invalid. Control and bidirectional characters are refused. */
export function parseNickname(typed: string): string | null {
  const name = typed.normalize('NFC').trim()
  const isShown = isWithin(name, accountBounds.nickname) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  return isShown && !isReserved(name) ? name : null
}

/** A QQ number; empty removes it; null if it is invalid. */
export function parseQq(typed: string): string | null {
  const qq = typed.normalize('NFKC').trim()
  return qq === '' || /^[1-9]\d{4,11}$/.test(qq) ? qq : null
}

const hour = 3600

/**
 * Limits of wrong passwords: per login, per address, per network, and per device that the account knows. A captcha is
 * demanded before a wait: nobody who signs in for the first time or has mistyped twice sees one.
 */
export const loginRules = {
  account: { freeAttempts: 5, firstWaitSec: 30, maxWaitSec: hour, refillSec: hour, captchaAfter: 3 },
  device: { freeAttempts: 5, firstWaitSec: 30, maxWaitSec: hour, refillSec: hour, captchaAfter: 3 },
  address: { freeAttempts: 20, firstWaitSec: 60, maxWaitSec: 300, refillSec: 60, captchaAfter: 6 },
  network: { freeAttempts: 100, firstWaitSec: 60, maxWaitSec: 300, refillSec: 12, captchaAfter: 30 },
} as const satisfies Record<string, ThrottleRule>

/** Limits of requested codes: per e-mail address, per client address, per network. A captcha is demanded in a burst. */
export const codeRules = {
  account: { freeAttempts: 5, firstWaitSec: 300, maxWaitSec: hour, refillSec: hour, captchaAfter: 2 },
  address: { freeAttempts: 10, firstWaitSec: 120, maxWaitSec: 300, refillSec: 60, captchaAfter: 3 },
  network: { freeAttempts: 60, firstWaitSec: 120, maxWaitSec: 300, refillSec: 15, captchaAfter: 20 },
} as const satisfies Record<string, ThrottleRule>

/** Codes have tries of their own, so wrong forms lead to captchas, never to a wait. */
const countedOnly = { freeAttempts: Infinity, firstWaitSec: 0, maxWaitSec: 0 } as const

/** Refused forms that submit a code: per e-mail address, per client address, per network. */
export const formRules = {
  account: { ...countedOnly, refillSec: hour, captchaAfter: 3 },
  address: { ...countedOnly, refillSec: 60, captchaAfter: 6 },
  network: { ...countedOnly, refillSec: 12, captchaAfter: 30 },
} as const satisfies Record<string, ThrottleRule>

/** One export a minute. */
export const exportRule: ThrottleRule = { freeAttempts: 1, firstWaitSec: 60, maxWaitSec: 60, refillSec: 60 }

export const sessionLifetimeSec = 30 * 24 * hour
export const deletionGraceSec = deletionGraceDays * 24 * hour
/** A device that was not used for this long is forgotten. */
export const deviceLifetimeSec = 180 * 24 * hour
export const codeLifetimeSec = 600

/**
 * What calls with a session are refused with; null while it is open. Sessions of disabled accounts end, so one that says so of an
 * account that is not disabled belongs to an account that is enabled again.
 */
export function endRefusalOf(session: {
  disabled: boolean
  isOpen: boolean
  endReason: SessionEndReason | null
}): SessionEndRefusal | null {
  if (session.disabled) return 'SessionDisabled'
  if (session.isOpen) return null
  if (session.endReason === 'disabled') return 'SessionWasDisabled'
  return session.endReason === 'signed out' ? 'SessionSignedOut' : 'SessionEnded'
}
