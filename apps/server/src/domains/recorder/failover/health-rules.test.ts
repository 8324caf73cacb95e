import { expect, test } from 'vitest'
import { downAfterMs, isFailing, inactivePhase } from './health-rules.ts'
import type { RecordingPhase } from '../recorder-tables.ts'

const nowMs = 1_800_000_000_000
const health = (phase: RecordingPhase, agoMs: number, reason = '') => ({
  phase,
  reason,
  source: 0,
  breaks: 1,
  sinceMs: nowMs - agoMs,
})

test('[G02] a stream that is no longer requested has failed if it had no picture, and not if it was playing', () => {
  expect(inactivePhase(health('starting', downAfterMs), nowMs)).toBe('failed')
  expect(inactivePhase(health('pausing', downAfterMs), nowMs)).toBe('failed')
  expect(inactivePhase(health('failed', 0), nowMs)).toBe('failed')
  expect(inactivePhase(health('pausing', downAfterMs - 1), nowMs)).toBe('idle')
  expect(inactivePhase(health('recording', downAfterMs), nowMs)).toBe('idle')
  expect(inactivePhase(health('full', downAfterMs), nowMs)).toBe('idle')
})

test('[G02] clients do not wait for runs that break repeatedly, except for the first one', () => {
  expect(isFailing(health('pausing', 6000, 'http 404'), nowMs)).toBe(true)
  expect(isFailing(health('pausing', 1000, 'http 404'), nowMs)).toBe(false)
  expect(isFailing(health('pausing', 6000, 'audio'), nowMs)).toBe(false)
  expect(isFailing(health('starting', 60_000), nowMs)).toBe(false)
  expect(isFailing(health('failed', 60_000), nowMs)).toBe(false)
})
