import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setServerTime } from '../../../lib/boot/boot.ts'
import { RefusedError } from '../../../lib/calls/call-errors.ts'
import { hideProblem, sending, sendText, setAuthor, typeText } from './send-store.ts'
import { defaultStyle } from './send-style.ts'

/** A room with the given send function. */
const roomWith = (send: () => Promise<void>) => ({ send })
const accepted = roomWith(() => Promise.resolve())
const muting = roomWith(() => Promise.reject(new RefusedError(10, 'Muted', '你已被禁言', 3600)))

beforeEach(() => {
  vi.useFakeTimers()
  setServerTime(1_800_000_000)
  setAuthor(1)
})
afterEach(() => {
  setAuthor(2)
  vi.useRealTimers()
})

test('[I02] an empty text is not sent, and nothing is reported', async () => {
  expect(await sendText(accepted, defaultStyle)).toBe(false)
  typeText('灯亮了')
  expect(await sendText(accepted, defaultStyle)).toBe(true)
  expect(sending.getState()).toMatchObject({ text: '', waitSec: 5, sent: 1 })
})

test('[I02] an error disappears when the text changes or the viewer does something else', () => {
  typeText('太长', '弹幕最多 100 个字')
  hideProblem()
  expect(sending.getState()).toMatchObject({ text: '太长', problem: '' })
  typeText('太长了', '弹幕最多 100 个字')
  expect(sending.getState().problem).not.toBe('')
  typeText('不长')
  expect(sending.getState().problem).toBe('')
})

test('[I04] a muted user can write again when the mute is over', async () => {
  typeText('我说一句')
  expect(await sendText(muting, defaultStyle)).toBe(false)
  expect(sending.getState()).toMatchObject({ text: '我说一句', isPending: false })
  expect(sending.getState().mutedUntilSec).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sending.getState().mutedUntilSec).toBe(0)
})

test('[I02] text, waiting time and mute of one user do not apply to the next one', async () => {
  setAuthor(7)
  typeText('写到一半')
  setAuthor(7)
  expect(sending.getState().text).toBe('写到一半')
  await sendText(muting, defaultStyle)
  setAuthor(8)
  expect(sending.getState()).toMatchObject({ text: '', mutedUntilSec: 0, waitSec: 0 })
  let answer = (): void => undefined
  typeText('八说的')
  const sent = sendText(
    roomWith(() => new Promise((resolve) => (answer = resolve))),
    defaultStyle,
  )
  setAuthor(9)
  typeText('九在写')
  answer()
  expect(await sent).toBe(false)
  expect(sending.getState()).toMatchObject({ text: '九在写', waitSec: 0, isPending: false })
})
