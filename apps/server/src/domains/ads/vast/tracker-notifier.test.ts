import { expect, test } from 'vitest'
import { createTrackerNotifier } from './tracker-notifier.ts'

function createTold() {
  const answers = new Map<string, () => void>()
  const sent: string[] = []
  let nowMs = 0
  const notifier = createTrackerNotifier({
    send(url) {
      sent.push(url)
      return new Promise((resolve) => answers.set(url, resolve))
    },
    clock: { nowMs: () => nowMs },
    onError(err) {
      throw err
    },
  })
  return {
    notifier,
    sent,
    wait: (ms: number) => (nowMs += ms),
    async answer(url: string) {
      answers.get(url)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const dead = (at: number): string => `https://dead.example/${at}`

test('[J05] an ad server that does not answer holds up no other', async () => {
  const { notifier, sent, answer } = createTold()
  notifier.tell([dead(1), dead(2), dead(3), 'https://good.example/1'])
  expect(sent).toEqual([dead(1), dead(2), 'https://good.example/1'])
  notifier.tell(['https://good.example/2'])
  expect(sent).toHaveLength(4)
  await answer(dead(1))
  expect(sent.at(-1)).toBe(dead(3))
})

test('[J05] no more than eight requests are made at once', async () => {
  const { notifier, sent, answer } = createTold()
  notifier.tell(Array.from({ length: 20 }, (_, at) => `https://host${at}.example/`))
  expect(sent).toHaveLength(8)
  await answer('https://host0.example/')
  expect(sent).toHaveLength(9)
})

test('[J05] what waited for a minute, and what exceeds a thousand, is dropped', async () => {
  const { notifier, sent, wait, answer } = createTold()
  notifier.tell([dead(1), dead(2), dead(3)])
  wait(61_000)
  await answer(dead(1))
  await answer(dead(2))
  expect(sent).toEqual([dead(1), dead(2)])
  notifier.tell(Array.from({ length: 1500 }, (_, at) => dead(10 + at)))
  expect(sent.at(-1)).toBe(dead(511))
})
