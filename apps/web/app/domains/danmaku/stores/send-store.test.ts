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

test('[I02] nothing typed is nothing sent, and nothing says that it was', async () => {
  expect(await sendText(accepted, defaultStyle)).toBe(false)
  typeText('灯亮了')
  expect(await sendText(accepted, defaultStyle)).toBe(true)
  expect(sending.getState()).toMatchObject({ text: '', waitSec: 5, sent: 1 })
})

test('[I02] what was wrong is not said any longer once the text is another, or the viewer does something else', () => {
  typeText('太长', '弹幕最多 100 个字')
  hideProblem()
  expect(sending.getState()).toMatchObject({ text: '太长', problem: '' })
  typeText('太长了', '弹幕最多 100 个字')
  expect(sending.getState().problem).not.toBe('')
  typeText('不长')
  expect(sending.getState().problem).toBe('')
})

test('[I04] who is muted has the field again when the time is over', async () => {
  typeText('我说一句')
  expect(await sendText(muting, defaultStyle)).toBe(false)
  expect(sending.getState()).toMatchObject({ text: '我说一句', isPending: false })
  expect(sending.getState().mutedUntilSec).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sending.getState().mutedUntilSec).toBe(0)
})

test('[I02] what one person typed, waits for and may not do is not the next one’s', async () => {
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
