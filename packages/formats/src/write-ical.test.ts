import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { writeIcal, type CalendarEvent } from './index.ts'

const event: CalendarEvent = {
  uid: 'match-12@yunmu.example',
  sequence: 3,
  changedSec: 1_795_000_000,
  startSec: 1_795_260_900,
  durationSec: 7200,
  summary: '江海港务 vs 北屿远航',
  location: '江海体育场, 江海',
  description: '环海联赛 第 12 轮',
  category: '环海联赛',
  url: 'https://yunmu.example/match/play/12/0',
  status: 'CONFIRMED',
}
const write = (...events: CalendarEvent[]): string => writeIcal({ name: '环海联赛', refreshMinutes: 60 }, events)
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((found) => new ICAL.Event(found))

test('[H02] a calendar is what another program reads', () => {
  const text = write(event, { ...event, uid: 'match-13@yunmu.example', status: 'CANCELLED' })
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('环海联赛')
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const [first, second] = eventsOf(text)
  expect(first).toMatchObject({
    uid: event.uid,
    sequence: 3,
    summary: event.summary,
    location: event.location,
    description: event.description,
  })
  expect(first?.startDate.toUnixTime()).toBe(event.startSec)
  expect(first?.endDate.toUnixTime()).toBe(event.startSec + event.durationSec)
  expect(second?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('[H02] a text cannot leave its line, and what is empty is left out', () => {
  const hostile = 'a\r\nSTATUS:CANCELLED\nEND:VEVENT\u0007;,\\n'
  const text = write({ ...event, summary: hostile, location: '' })
  expect(text).not.toMatch(/^(?:STATUS:CANCELLED|LOCATION)/m)
  const [found] = eventsOf(text)
  expect(found?.summary).toBe('a\nSTATUS:CANCELLED\nEND:VEVENT;,\\n')
})

test('[H02] any text is read as it was written; lines end with CRLF and have at most 75 bytes', () => {
  const words = fc.string({ unit: fc.constantFrom(...'江😀é,;\\ :"\nab'), maxLength: 120 })
  fc.assert(
    fc.property(words, words, (summary, description) => {
      const text = write({ ...event, summary, description })
      const lines = text.split('\r\n')
      expect(lines.at(-1)).toBe('')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(lines.join('')).not.toMatch(/[\r\n\uFFFD]/)
      const [found] = eventsOf(text)
      expect([found?.summary, found?.description ?? '']).toEqual([summary, description])
    }),
  )
})
