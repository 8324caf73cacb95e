import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeRules, exportRule, formRules, loginRules } from '../accounts-rules.ts'
import { usedAttempts, consume, needsCaptcha, refund, type BucketState, type ThrottleRule } from './throttle-rules.ts'

const rules: ThrottleRule[] = [
  ...Object.values(loginRules),
  ...Object.values(codeRules),
  ...Object.values(formRules),
  exportRule,
]
const empty: BucketState = { clearAt: 0, blockedUntil: 0 }
const begin = 1_800_000_000
const aRule = fc.constantFrom(...rules)
const pauses = fc.array(fc.integer({ min: 0, max: 7200 }), { maxLength: 60 })

/** Attempts with pauses between them; those while the bucket is blocked are not counted. */
function consumeAll(rule: ThrottleRule, gaps: readonly number[]): { state: BucketState; nowSec: number } {
  let state = empty
  let nowSec = begin
  for (const gap of gaps) {
    nowSec += gap
    if (state.blockedUntil <= nowSec) state = consume(state, rule, nowSec)
  }
  return { state, nowSec }
}

test('[E01] a shared bucket is blocked for five minutes at most, an account’s for an hour', () => {
  for (const { address, network } of [loginRules, codeRules])
    for (const { maxWaitSec } of [address, network]) expect(maxWaitSec).toBeLessThanOrEqual(300)
  for (const { account } of [loginRules, codeRules]) expect(account.maxWaitSec).toBe(3600)
})

test('[D01] a captcha is never needed for a first attempt, and is demanded before the first wait', () => {
  for (const rule of [...Object.values(loginRules), ...Object.values(codeRules)]) {
    let state = empty
    for (let attempts = 0; attempts < rule.freeAttempts; attempts++) {
      expect(needsCaptcha(state, rule, begin)).toBe(attempts >= rule.captchaAfter)
      expect(state.blockedUntil).toBe(0)
      state = consume(state, rule, begin)
    }
    expect(rule.captchaAfter).toBeGreaterThan(1)
    expect(needsCaptcha(state, rule, begin + rule.refillSec * rule.freeAttempts)).toBe(false)
  }
})

test('[D02] refused forms lead to captchas, however many, and never to a wait', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(formRules)), pauses, (rule, gaps) => {
      const { state, nowSec } = consumeAll(rule, gaps)
      expect(state.blockedUntil).toBe(0)
      expect(needsCaptcha(state, rule, nowSec)).toBe(usedAttempts(state, rule, nowSec) >= rule.captchaAfter)
    }),
  )
})

test('[E01] no wait exceeds the rule’s maximum', () => {
  fc.assert(
    fc.property(aRule, pauses, (rule, gaps) => {
      const { state, nowSec } = consumeAll(rule, gaps)
      expect(state.blockedUntil - nowSec).toBeLessThanOrEqual(rule.maxWaitSec)
    }),
  )
})

test('[E01] attempts are refilled one by one until the bucket is full', () => {
  fc.assert(
    fc.property(aRule, pauses, fc.nat(100_000), (rule, gaps, more) => {
      const { state, nowSec } = consumeAll(rule, gaps)
      const before = usedAttempts(state, rule, nowSec)
      expect(usedAttempts(state, rule, nowSec + more)).toBeLessThanOrEqual(before)
      expect(usedAttempts(state, rule, nowSec + rule.refillSec)).toBe(Math.max(0, before - 1))
      expect(usedAttempts(state, rule, nowSec + rule.refillSec * before)).toBe(0)
    }),
  )
})

test('[E01] an office that mistypes no faster than the refill is never blocked', () => {
  for (const rule of rules.filter(({ freeAttempts }) => freeAttempts > 1)) {
    const { state } = consumeAll(rule, Array<number>(1000).fill(rule.refillSec))
    expect(state.blockedUntil).toBe(0)
  }
})

test('[E01] a refunded attempt has no effect: success makes nobody wait longer', () => {
  fc.assert(
    fc.property(aRule, pauses, fc.nat(7200), fc.nat(7200), (rule, gaps, pause, later) => {
      const { state, nowSec } = consumeAll(rule, gaps)
      const at = Math.max(nowSec + pause, state.blockedUntil)
      const after = refund(consume(state, rule, at), rule)
      expect(usedAttempts(after, rule, at + later)).toBe(usedAttempts(state, rule, at + later))
      expect(after.blockedUntil).toBe(0)
    }),
  )
})

test('[E01] repeated attempts as soon as the bucket reopens wait longer and longer, up to an hour', () => {
  const waits: number[] = []
  let state = empty
  let nowSec = begin
  for (let at = 0; at < 14; at++) {
    state = consume(state, loginRules.account, nowSec)
    waits.push(Math.max(0, state.blockedUntil - nowSec))
    nowSec = Math.max(nowSec, state.blockedUntil)
  }
  expect(waits).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 1920, 3600, 3600])
})
